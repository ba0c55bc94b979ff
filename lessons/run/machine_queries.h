#pragma once
// Answers queries about the machine and about the scene's own numbers, which need no run.

#include "core/base/error.h"
#include "core/experiment/experiment.h"
#include "core/machine/machine.h"
#include "lessons/expression/evaluate.h"

namespace commlab {

// The experiment is null if the scene is a script.
Result<Value> query_result(const Machine&, const Experiment*, const RunQuery&);

}  // namespace commlab
