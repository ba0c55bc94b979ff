#pragma once
// Why a check that changes the scene does not pass yet: the first part of the condition that does not hold,
// and the value that the scene has instead.

#include <string>

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"
#include "lessons/expression/expression.h"

namespace commlab {

// "the time is 12.9 ms, and it should be less than 10.66 ms." REQUIRES: the condition is false.
Result<std::string> failed_condition(const Expression& expected, const EvaluationContext&);

}  // namespace commlab
