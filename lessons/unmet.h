#pragma once
// Why a check that changes the scene does not pass yet: the first part of what is expected that does not
// hold, and what was reached instead.

#include <string>

#include "core/base/error.h"
#include "lessons/evaluate.h"
#include "lessons/expression.h"

namespace commlab {

// "Not yet: time(run) is 12.9 ms, and it should be < 10.66 ms." REQUIRES: it is false.
Result<std::string> what_is_unmet(const Expression& expected, const Surroundings&);

}  // namespace commlab
