#pragma once
// Answers queries about an experiment's run.

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/laboratory.h"

namespace commlab {

Result<Value> query_result(const Outcome&, const RunQuery&);

}  // namespace commlab
