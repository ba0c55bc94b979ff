#pragma once
// Splits an expression's text into tokens: numbers with their units, names, texts in quotes, signs.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/expression/value.h"

namespace commlab {

struct ExpressionToken {
  enum class Kind : std::uint8_t { number, name, text, sign, end };
  Kind kind = Kind::end;
  std::string text;  // for a number, as it was written
  double amount = 0;
  Dimension dimension;
};

// The last token is `end`. "{size}" means the name size, so that a variant's names can be written as in
// scenes and prose. Braces may stand within names and texts, too: "gpu{pair}".
Result<std::vector<ExpressionToken>> expression_tokens(std::string_view text);

}  // namespace commlab
