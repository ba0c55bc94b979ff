#pragma once
// The signs and functions of expressions that need nothing but the values of their arguments.

#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/expression/value.h"

namespace commlab {

// REQUIRES: a sign ("+", "negative", "[]"), or a function of the vocabulary other than if, each and sweep,
// with as many arguments as it takes.
Result<Value> calculate(std::string_view name, const std::vector<Value>& arguments);
// The value as a whole number in a range. The error calls the value `what`.
Result<int> whole_number(const Value&, std::string_view what, int least, int most);

}  // namespace commlab
