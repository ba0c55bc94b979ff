#pragma once
// The chunk matrix of many ranks: one texel per cell, the lighter the more of it is there; complete
// cells in a colour of their own.

#include "core/replay.h"
#include "gui/picture/canvas.h"
#include "gui/window/theme.h"

namespace commlab {

// Kept from frame to frame, so that where time moved a little, only the cells are made again that
// something was stored into since.
struct MatrixTexels {
  Raster raster{};
  std::string_view theme{};        // its colours' name
  const Replay* replay = nullptr;  // what of
  Time at{};                       // when
};

// Brings the texels to time t.
void show_time(MatrixTexels&, const Replay&, Time t, const Theme&);

}  // namespace commlab
