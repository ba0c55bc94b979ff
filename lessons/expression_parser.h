#pragma once
// From words to what an expression is made of.

#include <vector>

#include "core/base/error.h"
#include "lessons/expression_node.h"
#include "lessons/expression_tokens.h"

namespace commlab {

// REQUIRES: tokens as expression_tokens() gives them. An error says what was found and what was expected.
Result<ExpressionNode> parse_nodes(std::vector<ExpressionToken>);

}  // namespace commlab
