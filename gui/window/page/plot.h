#pragma once
// A lesson's block `plot` in its text: curves, bars or a table of cells, and what is under the pointer.

#include <string>
#include <string_view>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "lessons/play/step_content.h"

namespace commlab {

double height_of_page_plot(const Canvas&, double width, const Theme&, const PlotState&);
// `name`: unique in a frame.
void draw_page_plot(Canvas&, const Area&, const Theme&, const PlotState&, std::string_view name);

// The tooltip for a place on the plot, and the area that the tooltip is about.
struct PlotPoint {
  std::vector<std::string> lines{};  // empty: no tooltip
  Area about{};
};
PlotPoint point_of_page_plot(const Canvas&, const Area&, const Theme&, const PlotState&, PicturePoint);
// Marks the values under the point: rings on curves, a frame around a cell.
void mark_page_plot(Canvas&, const Area&, const Theme&, const PlotState&, PicturePoint);

// The places that can be the answer to a question: cells, "ROW, COLUMN". Other plots, and locked plots, have
// none.
struct PlotPlace {
  std::string name;
  Area area;
};
std::vector<PlotPlace> places_on_page_plot(const Canvas&, const Area&, const Theme&, const PlotState&);

// The plot in words, for scripts and tests: "the whole copy: 1 KiB 2.1 us, 1 MiB 30 us".
std::string words_of_page_plot(const PlotState&);

}  // namespace commlab
