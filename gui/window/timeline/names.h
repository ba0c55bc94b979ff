#pragma once
// What was drawn on the timeline, by name: for scripts, tests and call-outs.

#include "gui/window/draw/registry.h"
#include "gui/window/run/shown.h"
#include "gui/window/timeline/layout.h"

namespace commlab {

// Rows, bars (of at most 64), ruler, minimap.
void note_timeline(Registry&, const TimelineLayout&, const Shown&, const TimelineRows&);

}  // namespace commlab
