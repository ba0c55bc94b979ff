#pragma once
// The base of all classes that draw a part of the timeline: the canvas, and what is shown.

#include "gui/window/timeline/layout.h"

namespace commlab {

inline const Transfer& transfer(const Trace& trace, std::int32_t i) { return trace.transfers[i]; }

class TimelinePainter {
 public:
  TimelinePainter(Canvas& canvas, const TimelineLayout& layout, const Shown& shown, const TimelineRows& rows)
      : canvas_(canvas),
        at_(layout),
        shown_(shown),
        rows_(rows),
        theme_(shown.theme),
        trace_(shown.scene.trace()),
        small_(shown.theme.small()) {}

 protected:
  double x(Time t) const { return at_.scale.x_of(t); }
  double line_width(double pixels) const { return pixels * theme_.line; }

  Canvas& canvas_;
  const TimelineLayout& at_;
  const Shown& shown_;
  const TimelineRows& rows_;
  const Theme& theme_;
  const Trace& trace_;
  double small_;  // the height of the timeline's letters
};

}  // namespace commlab
