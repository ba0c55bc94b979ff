#pragma once
// A comparison of several backends: for each of them, what it runs on the one machine that they share.

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/plan/setup.h"
#include "gui/experiments/tools.h"

namespace commlab {

// The experiment on every backend, in their order. All use the machine and the ranks of the first, so that
// their numbers fit into one table.
// Where there are several backends, the named algorithms are shared out. A backend without collectives of its
// own runs all that are named, but not `native`. A library runs its own collective alone, unless the list
// names `native` or `all`: then it runs the whole list.
// An error, before anything runs: a backend is named twice, is a model, is not ready, or has no algorithm
// left; or the experiment does not fit a backend.
// REQUIRES: at least one backend, and all are backends of the tools.
Result<std::vector<Setup>> backend_setups(const Experiment&, const std::vector<BackendName>& backends,
                                          const Tools&);

// "ring,two-shot" is two names; "hierarchical:ring,two-shot" is one.
std::vector<std::string> algorithms_named(const std::string& list);

}  // namespace commlab
