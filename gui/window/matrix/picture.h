#pragma once
// The chunk matrix: what every rank holds of every chunk, now. A cell fills from the bottom by the
// contributions in it, in the chunk's hue, and says how many; complete is a bold frame and a check mark.
// What must be complete at the end is outlined from the beginning: the goal.

#include <optional>
#include <string>

#include "gui/window/matrix/layout.h"
#include "gui/window/matrix/texels.h"
#include "gui/window/run/shown.h"

namespace commlab {

// REQUIRES: a scene with a replay.
MatrixLayout matrix_layout(const Canvas&, const Area&, const Shown&);

// `texels`: up to date, for the picture of many cells; without them it is made anew. `pointer`: where
// the lens is. Of a scene without a replay, the sentence that says why.
void draw_matrix(Canvas&, const Area&, const Shown&, const MatrixTexels* texels = nullptr,
                 std::optional<PicturePoint> pointer = {});

// What is under the point.
Selection matrix_at(const Canvas&, const Area&, const Shown&, PicturePoint);

// Whether all cells are texels of one picture, which is worth keeping.
bool has_texels(const Canvas&, const Area&, const Shown&);

}  // namespace commlab
