#pragma once
// The timeline, drawn: who sends what from when to when.
//
//   plain bar = adds on arrival      hatched bar = copies       its number = the chunk it carries
//   lighter end of a bar = the last byte has left and is under way
//   thin hatched bar before it = the data were ready, and waited
//   zig-zag with a number = that many bars, too short to tell apart

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/run/shown.h"
#include "gui/window/timeline/layout.h"

namespace commlab {

// A stretch of time that was measured by dragging, and what moved in it.
struct TimelineMeasure {
  Time from;
  Time to;
  double bytes = 0;
  int row = -1;                     // one row; -1: all rows
  bool measured = false;            // the bytes are those of the measured run
  std::optional<Time> predicted{};  // if measured: how long the predicted run takes for as many bytes
};

// What the picture needs besides the scene: facts that are not in the trace, or that take too long to compute
// for every frame.
struct TimelineExtras {
  std::span<const Time> bookmarks{};
  std::optional<TimelineMeasure> measure{};
  std::optional<PicturePoint> pointer{};  // draws the hover line and its sentence
  std::span<const float> utilisation{};   // the minimap's curve; empty: no curve
  bool still = false;                     // a figure: nothing can be pressed
  const Raster* texture = nullptr;        // required unless the layout's detail is `shapes`
};

void draw_timeline(Canvas&, const TimelineLayout&, const Shown&, const TimelineRows&, const TimelineExtras&);
// "1.43 ms: 67.1 MB in all, 46.9 GB/s"; for a measured run also ", predicted: 1.21 ms (-15 %)".
std::string measure_sentence(const TimelineMeasure&, const TimelineIndex&);

}  // namespace commlab
