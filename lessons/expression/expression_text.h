#pragma once
// An expression's part, written again as its author might have: for sentences that speak of it.

#include <string>

#include "lessons/expression/expression_node.h"

namespace commlab {

std::string text_of(const ExpressionNode&);

}  // namespace commlab
