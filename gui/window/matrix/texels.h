#pragma once
// The chunk matrix of many ranks: one texel per cell. The more contributions a cell holds, the lighter its
// texel; complete cells have a colour of their own.

#include <array>
#include <vector>

#include "core/playback/replay.h"
#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"

namespace commlab {

// Every colour that a cell may have, computed once for all cells.
struct TexelColors {
  Color done;
  std::array<Color, 2> foreign;               // [0] not promised, [1] promised
  std::array<std::vector<Color>, 2> of_have;  // [promised][number of contributions]
};

// Kept from frame to frame: after a small step in time, only the cells that were stored into are computed
// again.
struct MatrixTexels {
  Raster raster{};
  const Replay* replay = nullptr;  // whose contents they show
  Time at{};                       // at which time
  std::string_view theme{};        // name of the theme
  TexelColors colors{};            // for this theme and this replay
};

// Brings the texels to time t.
void show_time(MatrixTexels&, const Replay&, Time t, const Theme&);

}  // namespace commlab
