#pragma once
// The chunk matrix: what every rank holds of every chunk, now. A cell fills from the bottom with each
// contribution, in the chunk's hue, and shows how many it has. A complete cell has a bold frame and a check
// mark. Cells that must be complete at the end (the goal) are outlined from the beginning.

#include <optional>
#include <string>

#include "gui/window/matrix/layout.h"
#include "gui/window/matrix/texels.h"
#include "gui/window/run/shown.h"

namespace commlab {

// REQUIRES: a scene with a replay.
MatrixLayout matrix_layout(const Canvas&, const Area&, const Shown&);

// `texels`: brought to the present time, for the picture of many cells; null: they are made anew. `pointer`:
// where the lens is. For a scene without a replay, draws the sentence that says why there is none.
void draw_matrix(Canvas&, const Area&, const Shown&, const MatrixTexels* texels = nullptr,
                 std::optional<PicturePoint> pointer = {});

// What is under the point.
Selection matrix_at(const Canvas&, const Area&, const Shown&, PicturePoint);

// How many texels can be seen, where all cells are texels of one picture, which is worth keeping; else nothing.
std::optional<MostTexels> texels_in(const Canvas&, const Area&, const Shown&);

}  // namespace commlab
