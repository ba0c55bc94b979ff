#pragma once
// What the signs and functions of expressions do to values: those that need nothing but their arguments.

#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/value.h"

namespace commlab {

// REQUIRES: a sign ("+", "negative", "[]") or function of the vocabulary that is plain arithmetic (not if,
// each, sweep), with as many arguments as it takes.
Result<Value> calculate(std::string_view name, const std::vector<Value>& arguments);
// One bare whole number, in a range.
Result<int> whole_number(const Value&, std::string_view what, int least, int most);

}  // namespace commlab
