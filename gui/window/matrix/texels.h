#pragma once
// The chunk matrix of many ranks: one texel per cell, the lighter the more of it is there; complete
// cells in a colour of their own.

#include <array>
#include <vector>

#include "core/playback/replay.h"
#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"

namespace commlab {

// Every colour a cell may have, made once for a million of them.
struct TexelColors {
  Color done;
  std::array<Color, 2> foreign;               // not promised, promised
  std::array<std::vector<Color>, 2> of_have;  // of each number of contributions
};

// Kept from frame to frame: after a small step in time, only those cells are made again that something was
// stored into.
struct MatrixTexels {
  Raster raster{};
  const Replay* replay = nullptr;  // what of
  Time at{};                       // when
  std::string_view theme{};        // its colours' name
  TexelColors colors{};            // of this theme, for this replay
};

// Brings the texels to time t.
void show_time(MatrixTexels&, const Replay&, Time t, const Theme&);

}  // namespace commlab
