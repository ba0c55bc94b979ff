#pragma once
// A script's run as a trace, so that playing, stepping and zooming work as usual. The trace has the script's
// messages, and a span of work for every span of a lane, so that each span is an event. A message's chunk is
// its call's number, so that calls have the same colour in every picture.

#include "core/plan/outcome.h"
#include "core/script/run.h"

namespace commlab {

Outcome played_of(const ScriptRun&);

// For a machine on which nothing happens yet. `for_copies`: only copies from GPU to GPU will run on it.
struct AtRest {
  int ranks = 1;
  bool for_copies = false;
};
Outcome at_rest(Topology, std::string machine, AtRest);

}  // namespace commlab
