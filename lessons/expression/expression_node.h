#pragma once
// The tree of an expression. An operator is a call whose text is its sign: "+".

#include <string>
#include <vector>

#include "lessons/expression/value.h"

namespace commlab {

struct ExpressionNode {
  enum class Kind : std::uint8_t {
    number,   // amount, dimension
    text,     // text
    list,     // children
    name,     // text
    call,     // text, children: arguments
    place,    // text: "rank", "link"; children: two for link and copy, else one; way: "in", "out" or empty
    setting,  // in run(...): text = the one child
  };
  Kind kind;
  std::string text;
  double amount = 0;
  Dimension dimension;
  std::string way;
  std::vector<ExpressionNode> children;
  int depth = 1;

  // let.NAME, or let.NAME(run(...)): an expression that the scene names.
  bool is_named_expression() const {
    return (kind == Kind::name || kind == Kind::call) && text.starts_with("let.");
  }
  bool is_call(std::string_view name) const { return kind == Kind::call && text == name; }
  bool is_name(std::string_view name) const { return kind == Kind::name && text == name; }
};

}  // namespace commlab
