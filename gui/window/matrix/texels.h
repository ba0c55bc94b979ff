#pragma once
// The chunk matrix of many ranks: one texel per cell. The more contributions a cell holds, the lighter its
// texel; complete cells have a colour of their own.
//
// On a screen, more cells than pixels cannot be seen. There, each texel is as large as a pixel and shows the cell
// in its middle, so a frame costs as much as its pixels, however many ranks there are.

#include <array>
#include <climits>
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

// The cells that are shown along one axis, from left to right or from top to bottom.
struct ShownCells {
  std::vector<int> cell_of;   // by texel
  std::vector<int> texel_of;  // by cell; -1: not shown
};
// All cells, if there are no more than `most`. REQUIRES: most > 0.
ShownCells shown_cells(int cells, int most);

// How many texels can be seen.
struct MostTexels {
  int columns = INT_MAX;
  int rows = INT_MAX;
  bool operator==(const MostTexels&) const = default;
};

// Kept from frame to frame: after a small step in time, only the cells that were stored into are computed
// again.
struct MatrixTexels {
  Raster raster{};
  const Replay* replay = nullptr;  // whose contents they show
  Time at{};                       // at which time
  std::string_view theme{};        // name of the theme
  TexelColors colors{};            // for this theme and this replay
  MostTexels most{};
  ShownCells columns{};
  ShownCells rows{};
};

// Brings the texels to time t.
void show_time(MatrixTexels&, const Replay&, Time t, const Theme&, MostTexels = {});

}  // namespace commlab
