#pragma once
// Texts with computed numbers in them: "It takes {{ time(run) | ms }}."

#include <functional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"
#include "lessons/expression/expression.h"
#include "lessons/expression/value.h"

namespace commlab {

// "time(run) | ms | 3 digits": an expression, and how its value is written. A bar in quotes belongs to the
// text.
struct FormattedExpression {
  Expression expression;
  ValueFormat format;
};
Result<FormattedExpression> parse_formatted(std::string_view text, int line = 0);

// Whether every {{ }} of a text can be parsed; nothing is computed.
Status check_filling(std::string_view text);

// Gives the text for an expression: its value, or a text instead of it, such as a gap.
using FillIn = std::function<Result<std::string>(const Expression&, const ValueFormat&)>;
// The text with every {{ }} filled in; or the first error.
Result<std::string> filled(std::string_view text, const FillIn&);

// Computes each {{ }}. While the run is locked, gives "?" for each {{ }} that tells about the run. Keeps a
// reference.
FillIn fill_in_from(const EvaluationContext&, bool locked = false);

}  // namespace commlab
