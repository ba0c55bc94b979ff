#pragma once
// Bars in a lesson's text: each has a name, a bar below it, and the value in the bar or right of it.

#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "lessons/play/step_content.h"

namespace commlab {

// Coordinates are relative to the upper left corner.
struct BarsLayout {
  struct Bar {
    std::vector<std::string> name;  // lines
    double top = 0;                 // y of the first line
    Area area;                      // the area of the bar itself
    std::string value;
    bool inside = false;  // the value stands in the bar
  };
  std::vector<Bar> bars;
  double height = 0;
};

// A logarithmic scale begins at a tenth of the least value. REQUIRES: the plot is not locked, and its kind is
// `bars`.
BarsLayout lay_out_bars(const Canvas&, double width, const Theme&, const PlotState&);
void draw_bars(Canvas&, PicturePoint corner, const BarsLayout&, const Theme&);

}  // namespace commlab
