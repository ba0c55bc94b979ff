#pragma once
// From the tokens of an expression to its tree.

#include <vector>

#include "core/base/error.h"
#include "lessons/expression/expression_node.h"
#include "lessons/expression/expression_tokens.h"

namespace commlab {

// REQUIRES: tokens as expression_tokens() gives them. An error says what was found and what was expected.
Result<ExpressionNode> parse_nodes(std::vector<ExpressionToken>);

}  // namespace commlab
