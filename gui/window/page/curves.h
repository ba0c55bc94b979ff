#pragma once
// Curves within a lesson's text: how values change with a key of the scene, one curve for each expression.
//
//    ● the whole copy   ■ latency alone      legend, in as many rows as it takes
//    GB/s                the knee            unit, marks
//   100 |                 :
//    10 |         ___-----:--
//     1 |___------        :
//       +-------------------
//       1 KiB     1 MiB   1 GiB
//               size
//
// Curves differ in colour and in mark, never in colour alone.

#include <optional>
#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "gui/window/page/axis.h"

namespace commlab {

// Coordinates are relative to the chart's upper left corner.
struct CurvesLayout {
  struct Label {
    PicturePoint at;  // its anchor
    std::string words;
    Anchor anchor = Anchor::middle;
  };
  struct Mark {
    double x = 0;  // pixels
    Label label{};
  };
  PageAxis x, y;
  Area plot;
  std::vector<Label> x_labels, y_labels;  // beside ticks
  std::vector<Label> legend;              // one for each curve; the curve's sign stands left of it
  std::vector<Mark> marks;
  Label x_title{}, unit{};
  double height = 0;

  PicturePoint place(double x_value, double y_value) const {
    return {plot.x + plot.width * x.share(x_value), plot.bottom() - plot.height * y.share(y_value)};
  }
};

// REQUIRES: the plot is not locked, and its kind is `curves`.
CurvesLayout lay_out_curves(const Canvas&, double width, const Theme&, const PlotState&);
void draw_curves(Canvas&, PicturePoint corner, const CurvesLayout&, const Theme&, const PlotState&);

// The index of the x nearest to the pointer; nothing outside of the plot.
std::optional<std::size_t> x_under(const CurvesLayout&, const PlotState&, PicturePoint from_corner);

// The colour of the k-th curve. The hues that are easiest to see on the theme's panel come first.
Color color_of_curve(const Theme&, std::size_t);

}  // namespace commlab
