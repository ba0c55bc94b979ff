#pragma once
// Queries of a launch: which process is where, and whether all of them find one another.

#include "core/error.h"
#include "core/launch_table.h"
#include "lessons/expression/evaluate.h"

namespace commlab {

Result<Value> answer_about(const Launched&, const RunQuestion&);

}  // namespace commlab
