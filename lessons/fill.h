#pragma once
// Texts with computed numbers in them: "It takes {{ time(run) | ms }}."

#include <functional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "lessons/expression.h"
#include "lessons/value.h"

namespace commlab {

// "time(run) | ms | 3 digits": an expression, and how its value is written. A bar in quotes is text.
struct FormattedExpression {
  Expression expression;
  ValueFormat format;
};
Result<FormattedExpression> parse_formatted(std::string_view text, int line = 0);

// Whether all of a text's {{ }} can be read; nothing is computed.
Status check_filling(std::string_view text);

// What an expression is worth; a value, or what is written in its place.
using FillIn = std::function<Result<std::string>(const Expression&, const ValueFormat&)>;
// The first error, where something cannot be computed.
Result<std::string> filled(std::string_view text, const FillIn&);

}  // namespace commlab
