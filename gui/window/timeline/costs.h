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

// Of a message of a model: alpha and size/beta, and the latency of the link where it has one. Nothing where
// the model has no fixed cost, or the message was measured.
std::vector<CopyCost> costs_of(const Transfer&);

// Whether bars have brackets in place of the numbers of their chunks: in a picture of a few copies.
bool has_costs(const TimelineLayout&, const Shown&, const TimelineRows&);
// On bars that are high enough. REQUIRES: has_costs().
void draw_costs(Canvas&, const TimelineLayout&, const Shown&, const TimelineRows&);

}  // namespace commlab
