#pragma once
// Writes a part of an expression as its author might have written it, for use in sentences.

#include <string>

#include "lessons/expression/expression_node.h"

namespace commlab {

std::string text_of(const ExpressionNode&);

}  // namespace commlab
