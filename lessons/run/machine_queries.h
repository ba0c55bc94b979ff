#pragma once
// Queries of the machine and of the scene's own numbers, which need no run.

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "core/machine/machine.h"
#include "lessons/expression/evaluate.h"

namespace commlab {

// The experiment is null where the scene is a script.
Result<Value> query_result(const Machine&, const Experiment*, const RunQuery&);

}  // namespace commlab
