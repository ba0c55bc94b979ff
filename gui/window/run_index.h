#pragma once
// What pictures look up of a run at every frame, found once: beside the window, together with its scene.

#include "gui/window/run_facts.h"
#include "gui/window/timeline_index.h"
#include "gui/window/topology_index.h"

namespace commlab {

struct RunIndex {
  explicit RunIndex(const Played&);
  TimelineIndex ranks;  // of the timeline whose rows are ranks
  TopologyIndex topology;
  RunFacts facts;
};

}  // namespace commlab
