#pragma once
// A script's run as a scene, so that playing, stepping and zooming work on it as on any trace: its messages,
// and for every span of a lane some work, so that it is an event. A message's chunk is the number of its
// call: calls keep their colours in every picture.

#include "core/script/run.h"
#include "gui/window/run/played.h"

namespace commlab {

Played played_of(const ScriptRun&);

// A machine on which nothing happens yet; for_copies: copies alone are to run on it, from GPU to GPU.
struct AtRest {
  int ranks = 1;
  bool for_copies = false;
};
Played at_rest(Topology, std::string machine, AtRest);

}  // namespace commlab
