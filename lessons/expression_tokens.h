#pragma once
// An expression's text, cut into words: numbers with their units, names, texts in quotes, signs.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/value.h"

namespace commlab {

struct ExpressionToken {
  enum class Kind : std::uint8_t { number, name, text, sign, end };
  Kind kind = Kind::end;
  std::string text;  // of a number as written
  double amount = 0;
  Dimension dimension;
};

// Ends with an `end`. "{size}" is the name size: what varies may be written as in scenes and prose, within
// names and texts, too: "gpu{pair}".
Result<std::vector<ExpressionToken>> expression_tokens(std::string_view text);

}  // namespace commlab
