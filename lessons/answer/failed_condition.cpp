#include "lessons/answer/failed_condition.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "lessons/expression/expression_node.h"
#include "lessons/expression/expression_text.h"

namespace commlab {
namespace {

// What a sign becomes when its sides change places.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> comparisons = {
    {{"<", ">"}, {"<=", ">="}, {">", "<"}, {">=", "<="}, {"==", "=="}, {"!=", "!="}, {"~", "~"}}};

// Only the beginning of a tensor with many elements.
std::string in_short(const Value& value) {
  constexpr std::size_t longest = 100;
  const std::string text = written(value);
  return text.size() <= longest ? text : text.substr(0, longest) + " ...";
}

// As people say it: with.n becomes n, time(run) becomes "the time".
std::string spoken(std::string text) {
  for (const auto& [code, words] : {std::pair<std::string_view, std::string_view>{"with.", ""},
                                    {"let.", ""},
                                    {"time(run)", "the time"},
                                    {"bytes(total)", "the bytes in all"}})
    for (std::size_t at = text.find(code); at != std::string::npos; at = text.find(code, at + words.size()))
      text.replace(at, code.size(), words);
  return text == "time" || text == "finish" ? "the time" : text;
}

std::string_view word_of(std::string_view sign) {
  return sign == "<" ? "less than" : sign == "<=" ? "at most" : sign == ">" ? "more than" : "at least";
}

class Unmet {
 public:
  Unmet(const Expression& whole, const EvaluationContext& context) : whole_(whole), context_(context) {}

  Result<std::string> sentence() const {
    const Result<const ExpressionNode*> failing = first_false(*whole_.root);
    return failing.and_then([&](const ExpressionNode* node) { return about(*node); });
  }

 private:
  // A part as an expression of its own. It keeps the nodes of the whole expression alive.
  Expression part(const ExpressionNode& node) const {
    return {text_of(node), whole_.line, std::shared_ptr<const ExpressionNode>(whole_.root, &node)};
  }
  Result<Value> value(const ExpressionNode& node) const { return evaluate(part(node), context_); }

  static std::string spoken_text(const ExpressionNode& node) { return spoken(text_of(node)); }
  static bool asks_nothing(const ExpressionNode& node) {
    return node.kind == ExpressionNode::Kind::number || node.kind == ExpressionNode::Kind::text;
  }

  Result<const ExpressionNode*> first_false(const ExpressionNode& node) const {
    if (!node.is_call("and")) return &node;
    const Result<bool> left = evaluate_truth(part(node.children[0]), context_);
    if (!left) return tl::unexpected(left.error());
    return first_false(node.children[*left ? 1 : 0]);
  }

  Result<std::string> about(const ExpressionNode& node) const {
    const auto sign = std::ranges::find(comparisons, node.text, &decltype(comparisons)::value_type::first);
    if (node.kind == ExpressionNode::Kind::call && sign != comparisons.end()) {
      // What is asked comes first: "1 ms > time(run)" is said of time(run).
      const bool turned = !asks_something(part(node.children[0])) && asks_something(part(node.children[1]));
      return comparison(node, turned ? 1 : 0, turned ? sign->second : sign->first);
    }
    if (node.is_call("equal")) return comparison(node, 0, "==");
    if (node.is_call("contains")) return of_list(node);
    return fmt::format("{} should hold, and does not.", spoken(text_of(node)));
  }

  Result<std::string> comparison(const ExpressionNode& node, std::size_t asked, std::string_view sign) const {
    const ExpressionNode& given = node.children[asked];
    const ExpressionNode& other = node.children[1 - asked];
    const Result<Value> left = value(given), right = value(other);
    if (!left) return tl::unexpected(left.error());
    if (!right) return tl::unexpected(right.error());
    if (sign == "!=")
      return asks_nothing(other) ? fmt::format("{} is {}, and it should be something else.",
                                               spoken_text(given), in_short(*left))
                                 : fmt::format("{} and {} are both {}, and they should differ.",
                                               spoken_text(given), spoken_text(other), in_short(*left));
    const std::string wanted =
        sign == "=="  ? in_short(*right)
        : sign == "~" ? fmt::format("{} within {}", in_short(*right), spoken_text(node.children[2]))
                      : fmt::format("{} {}", word_of(sign), in_short(*right));
    return fmt::format("{} is {}, and it should be {}.", spoken_text(given), in_short(*left), wanted);
  }

  Result<std::string> of_list(const ExpressionNode& node) const {
    const Result<Value> list = value(node.children[0]), wanted = value(node.children[1]);
    if (!list) return tl::unexpected(list.error());
    if (!wanted) return tl::unexpected(wanted.error());
    return fmt::format("{} is {}, and {} should be {}.", spoken_text(node.children[0]), in_short(*list),
                       in_short(*wanted), list->text() ? "in it" : "among them");
  }

  const Expression& whole_;
  const EvaluationContext& context_;
};

}  // namespace

Result<std::string> failed_condition(const Expression& expected, const EvaluationContext& context) {
  assert(!evaluate_truth(expected, context).value_or(false) && "the condition is false");
  return Unmet(expected, context).sentence();
}

}  // namespace commlab
