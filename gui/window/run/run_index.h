#pragma once
// What pictures look up in a run at every frame. It is computed once, in the background, together with the
// scene.

#include "gui/window/run/run_facts.h"
#include "gui/window/run/timeline_index.h"
#include "gui/window/run/topology_index.h"

namespace commlab {

struct RunIndex {
  explicit RunIndex(const Outcome&);
  TimelineIndex ranks;  // for the timeline whose rows are ranks
  TopologyIndex topology;
  RunFacts facts;
};

}  // namespace commlab
