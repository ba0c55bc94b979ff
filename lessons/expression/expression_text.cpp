#include "lessons/expression/expression_text.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace commlab {
namespace {

using NodeKind = ExpressionNode::Kind;

// How tightly a sign binds its sides; 0: no sign.
int binding(const ExpressionNode& node) {
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
  if (node.kind != NodeKind::call) return 0;
  const auto sign = std::ranges::find(signs, node.text, &std::pair<std::string_view, int>::first);
  return sign == signs.end() ? 0 : sign->second;
}

std::string joined(const std::vector<ExpressionNode>& nodes) {
  std::string text;
  for (const ExpressionNode& node : nodes) text += (text.empty() ? "" : ", ") + text_of(node);
  return text;
}

// In brackets where the sign around it binds more tightly.
std::string side(const ExpressionNode& node, int of, bool tighter = false) {
  const int own = binding(node);
  const bool loose = own != 0 && (own < of || (own == of && tighter));
  return loose ? "(" + text_of(node) + ")" : text_of(node);
}

std::string sign_text(const ExpressionNode& node, int own) {
  const std::vector<ExpressionNode>& sides = node.children;
  if (node.text == "negative") return "-" + side(sides[0], own);
  if (node.text == "not") return "not " + side(sides[0], own);
  if (node.text == "[]") return side(sides[0], own) + "[" + text_of(sides[1]) + "]";
  if (node.text == "^") return side(sides[0], own, true) + " ^ " + side(sides[1], own);
  if (node.text == "~")
    return side(sides[0], own, true) + " ~ " + side(sides[1], own, true) + " within " +
           side(sides[2], own, true);
  return side(sides[0], own) + " " + node.text + " " + side(sides[1], own, true);
}

std::string place_text(const ExpressionNode& node) {
  std::string text = node.text;
  for (std::size_t i = 0; i < node.children.size(); ++i)
    text += (i == 0 ? " " : "->") + side(node.children[i], binding({.kind = NodeKind::call, .text = "+"}));
  return node.way.empty() ? text : text + " " + node.way;
}

}  // namespace

std::string text_of(const ExpressionNode& node) {
  switch (node.kind) {
    case NodeKind::number:
    case NodeKind::name: return node.text;
    case NodeKind::text: return "\"" + node.text + "\"";
    case NodeKind::list: return "[" + joined(node.children) + "]";
    case NodeKind::place: return place_text(node);
    case NodeKind::setting: return (node.text == "run" ? "" : node.text + " = ") + text_of(node.children[0]);
    case NodeKind::call: break;
  }
  const int own = binding(node);
  return own != 0 ? sign_text(node, own) : node.text + "(" + joined(node.children) + ")";
}

}  // namespace commlab
