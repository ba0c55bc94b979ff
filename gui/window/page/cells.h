#pragma once
// A table in a lesson's text whose cells are coloured by their numbers: the largest is the darkest on a light
// ground and the lightest on a dark one. Numbers are written into the cells if all of them fit.
//
//            0   1   2      column
//     row 0     [ ] [ ]
//         1 [ ]     [ ]
//     7.5 GB/s [......] 93.3 GB/s

#include <optional>
#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "gui/window/page/curves.h"
#include "lessons/play/step_content.h"

namespace commlab {

// Coordinates are relative to the upper left corner.
struct CellsLayout {
  Area table;  // the area of all cells
  std::size_t rows = 0, columns = 0;
  std::vector<CurvesLayout::Label> titles;
  std::vector<std::string> numbers;  // the numbers in the cells, row by row; empty: no room for them
  double least = 0, most = 1;
  bool log = false;
  Area ramp;  // the legend: the colours from the least to the most
  double height = 0;

  Area cell(std::size_t row, std::size_t column) const;
};

// REQUIRES: the plot is not locked, and its kind is `cells`.
CellsLayout lay_out_cells(const Canvas&, double width, const Theme&, const PlotState&);
// `name`: the name of the raster, unique in a frame.
void draw_cells(Canvas&, PicturePoint corner, const CellsLayout&, const Theme&, const PlotState&,
                std::string_view name);

// The index of the cell under the pointer, counted row by row; nothing: no cell is there.
std::optional<std::size_t> cell_under(const CellsLayout&, PicturePoint from_corner);

}  // namespace commlab
