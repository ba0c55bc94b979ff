#pragma once
// Who takes part in a comparison: backends side by side, each with what it is to run, all on one machine.

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/plan/setup.h"
#include "gui/experiments/tools.h"

namespace commlab {

// The experiment on every backend, in their order. The first one's machine and ranks are those of all, so
// that their numbers can stand in one table. Among several, a library runs its own collective, and the others
// the algorithms that were named; a list that names native, or all, is a library's, too, without native for
// those who have none.
// An error where nothing can be compared, before anything runs: a backend that is named twice, models, is not
// ready, or is left without an algorithm; an experiment that does not fit one of them.
// REQUIRES: at least one; all are backends of the tools.
Result<std::vector<Setup>> contenders(const Experiment&, const std::vector<std::string>& backends,
                                      const Tools&);

// "ring,two-shot" is two names; "hierarchical:ring,two-shot" is one.
std::vector<std::string> algorithms_named(const std::string& list);

}  // namespace commlab
