#include "gui/window/run/visible_stretch.h"

#include <algorithm>

namespace commlab {
namespace {

constexpr double narrowest = 1e-7;  // stretch of the axis

}  // namespace

void zoom_to(View& view, double from, double to) {
  const double width = std::clamp(to - from, narrowest, 1.0);
  view.from = std::clamp((from + to - width) / 2, 0.0, 1 - width);
  view.to = view.from + width;
}

void zoom_timeline(View& view, double times, double about) {
  const double width = std::clamp((view.to - view.from) / times, narrowest, 1.0);
  const double left = (about - view.from) / (view.to - view.from);  // the place of `about`, which stays
  const double from = std::clamp(about - left * width, 0.0, 1 - width);
  view.from = from;
  view.to = from + width;
}

void pan_timeline(View& view, double by) {
  const double width = view.to - view.from;
  view.from = std::clamp(view.from + by, 0.0, 1 - width);
  view.to = view.from + width;
}

}  // namespace commlab
