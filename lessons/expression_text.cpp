#include "lessons/expression_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace commlab {
namespace {

using Node = ExpressionNode;
using Kind = ExpressionNode::Kind;

// How tightly a sign binds its sides; 0: no sign.
int binding(const Node& node) {
  static constexpr std::array<std::pair<std::string_view, int>, 17> signs = {{{"or", 1},
                                                                              {"and", 2},
                                                                              {"not", 3},
                                                                              {"<", 4},
                                                                              {"<=", 4},
                                                                              {">", 4},
                                                                              {">=", 4},
                                                                              {"==", 4},
                                                                              {"!=", 4},
                                                                              {"~", 4},
                                                                              {"+", 5},
                                                                              {"-", 5},
                                                                              {"*", 6},
                                                                              {"/", 6},
                                                                              {"negative", 7},
                                                                              {"^", 8},
                                                                              {"[]", 9}}};
  if (node.kind != Kind::call) return 0;
  const auto sign = std::ranges::find(signs, node.text, &std::pair<std::string_view, int>::first);
  return sign == signs.end() ? 0 : sign->second;
}

std::string joined(const std::vector<Node>& nodes) {
  std::string text;
  for (const Node& node : nodes) text += (text.empty() ? "" : ", ") + text_of(node);
  return text;
}

// In brackets where it would fall apart.
std::string side(const Node& node, int of, bool tighter = false) {
  const int own = binding(node);
  const bool loose = own != 0 && (own < of || (own == of && tighter));
  return loose ? "(" + text_of(node) + ")" : text_of(node);
}

std::string sign_text(const Node& node, int own) {
  const std::vector<Node>& sides = node.children;
  if (node.text == "negative") return "-" + side(sides[0], own);
  if (node.text == "not") return "not " + side(sides[0], own);
  if (node.text == "[]") return side(sides[0], own) + "[" + text_of(sides[1]) + "]";
  if (node.text == "^") return side(sides[0], own, true) + " ^ " + side(sides[1], own);
  if (node.text == "~")
    return side(sides[0], own, true) + " ~ " + side(sides[1], own, true) + " within " +
           side(sides[2], own, true);
  return side(sides[0], own) + " " + node.text + " " + side(sides[1], own, true);
}

std::string place_text(const Node& node) {
  std::string text = node.text;
  for (std::size_t i = 0; i < node.children.size(); ++i)
    text += (i == 0 ? " " : "->") + side(node.children[i], binding({.kind = Kind::call, .text = "+"}));
  return node.way.empty() ? text : text + " " + node.way;
}

}  // namespace

std::string text_of(const Node& node) {
  switch (node.kind) {
    case Kind::number:
    case Kind::name: return node.text;
    case Kind::text: return "\"" + node.text + "\"";
    case Kind::list: return "[" + joined(node.children) + "]";
    case Kind::place: return place_text(node);
    case Kind::setting: return (node.text == "run" ? "" : node.text + " = ") + text_of(node.children[0]);
    case Kind::call: break;
  }
  const int own = binding(node);
  return own != 0 ? sign_text(node, own) : node.text + "(" + joined(node.children) + ")";
}

}  // namespace commlab
