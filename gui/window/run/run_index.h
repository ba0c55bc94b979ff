#pragma once
// What pictures look up in a run at every frame. Found once, in the background, together with its scene.

#include "gui/window/run/run_facts.h"
#include "gui/window/run/timeline_index.h"
#include "gui/window/run/topology_index.h"

namespace commlab {

struct RunIndex {
  explicit RunIndex(const Outcome&);
  TimelineIndex ranks;  // of the timeline whose rows are ranks
  TopologyIndex topology;
  RunFacts facts;
};

}  // namespace commlab
