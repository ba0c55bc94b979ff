#pragma once
// What a copy's time consists of, as brackets on its bar: the fixed part that every message costs, and the
// part that grows with its size.
//
//      |---- alpha 2.7 us ----|-------- size/beta 10.7 us --------|

#include "gui/window/timeline/layout.h"

namespace commlab {

struct CopyCost {
  Time from;
  Time to;
  std::string words;
};

// A message that a model has timed has alpha and size/beta, and the latency of the link where there is one.
// It has nothing where the model knows no fixed cost, and neither has a measured message.
std::vector<CopyCost> costs_of(const Transfer&);

// Whether bars have brackets in place of the numbers of their chunks: in a picture of a few copies.
bool has_costs(const TimelineLayout&, const Shown&, const TimelineRows&);
// On bars that are high enough. REQUIRES: has_costs().
void draw_costs(Canvas&, const TimelineLayout&, const Shown&, const TimelineRows&);

}  // namespace commlab
