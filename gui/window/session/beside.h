#pragma once
// Two runs beside each other: how the second one is made, what the two are called, and what there is to
// choose from.

#include <stop_token>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "gui/window/session/session.h"

namespace commlab {

// Runs what is to play beside an experiment: see experiment_beside. It takes as long as any run.
Result<ScenePointer> scene_beside(const WindowTools&, const Experiment&, const std::string& wish,
                                  std::stop_token, const ReportProgress&);

struct BesideNames {
  std::string own;
  std::string other;
};
// The algorithms' names, "ring" and "tree", with what else tells the runs apart: "broadcast binomial, 4
// ranks". REQUIRES: a run plays beside the session's own.
BesideNames beside_names(const Session&);

// The other algorithms of the scene's collective for this number of ranks, which need no more of the machine
// than it has.
std::vector<std::string> algorithms_beside(const Scene&);

}  // namespace commlab
