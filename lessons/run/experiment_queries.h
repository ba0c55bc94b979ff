#pragma once
// Queries of an experiment's run.

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/laboratory.h"

namespace commlab {

Result<Value> answer_about(const Performed&, const RunQuestion&);

}  // namespace commlab
