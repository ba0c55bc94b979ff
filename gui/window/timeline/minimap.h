#pragma once
// The whole run, drawn below the rows: how many rows were busy, and which part of the run is shown.

#include <span>

#include "gui/picture/canvas.h"
#include "gui/window/run/shown.h"
#include "gui/window/timeline/layout.h"

namespace commlab {

// `utilisation`: the share of rows that were busy, from the beginning to the end; empty: no curve.
void draw_minimap(Canvas&, const TimelineLayout&, const Shown&, std::span<const float> utilisation);

}  // namespace commlab
