#pragma once
// Bars within a lesson's text: a name, and below it a bar with its value in it or behind it.

#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "lessons/step_content.h"

namespace commlab {

// Below and right of the upper left corner.
struct BarsLayout {
  struct Bar {
    std::vector<std::string> name;  // lines
    double top = 0;                 // of them
    Area area;                      // of the bar itself
    std::string value;
    bool inside = false;  // the value stands in it
  };
  std::vector<Bar> bars;
  double height = 0;
};

// REQUIRES: not locked, of kind bars. On a logarithmic scale a tenth of the least is the axis' beginning.
BarsLayout lay_out_bars(const Canvas&, double width, const Theme&, const PlotState&);
void draw_bars(Canvas&, PicturePoint corner, const BarsLayout&, const Theme&);

}  // namespace commlab
