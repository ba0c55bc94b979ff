#pragma once
// Answers queries about a launch: which process is where, and whether all processes find each other.

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"
#include "lessons/run/launch_table.h"

namespace commlab {

Result<Value> query_result(const Launched&, const RunQuery&);

}  // namespace commlab
