#pragma once
// Notes what the timeline shows in the registry, for scripts, tests and lessons.

#include "gui/window/draw/registry.h"
#include "gui/window/run/shown.h"
#include "gui/window/timeline/layout.h"

namespace commlab {

// Notes the rows, at most 64 bars, the ruler and the minimap.
void note_timeline(Registry&, const TimelineLayout&, const Shown&, const TimelineRows&);

}  // namespace commlab
