#include "lessons/expression/expression.h"

#include <algorithm>

#include "lessons/expression/expression_node.h"
#include "lessons/expression/expression_parser.h"
#include "lessons/expression/expression_tokens.h"
#include "lessons/expression/vocabulary.h"

namespace commlab {
namespace {

bool any_node(const ExpressionNode& node, const auto& holds) {
  return holds(node) ||
         std::ranges::any_of(node.children, [&](const ExpressionNode& n) { return any_node(n, holds); });
}

const LessonWord* query_in(const ExpressionNode& node) {
  if (node.kind != ExpressionNode::Kind::call && node.kind != ExpressionNode::Kind::name) return nullptr;
  const LessonWord* const word = find_lesson_word(node.text);
  return word && word->kind != LessonWord::Kind::function ? word : nullptr;
}

class Telling {
 public:
  explicit Telling(const NamedExpressions& named) : named_(named) {}

  bool tells(const ExpressionNode& node) {
    if (node.is_call("sweep")) return false;
    const LessonWord* const word = query_in(node);
    const bool what_if = !node.children.empty() && node.children[0].is_call("run");
    if (word && word->kind == LessonWord::Kind::run && !what_if) return true;
    if (node.is_named_expression() && !what_if && name_tells(node.text)) return true;
    // The names in measured(D6, first, time) are those of rows and columns.
    const bool titles = node.is_call("measured");
    return std::ranges::any_of(node.children, [&](const ExpressionNode& child) {
      return !(titles && child.kind == ExpressionNode::Kind::name) && tells(child);
    });
  }

 private:
  bool name_tells(const std::string& name) {
    const std::optional<std::string> text = named_ ? named_(name) : std::nullopt;
    if (!text || names_open_ == deepest_names) return true;
    const Result<Expression> meant = parse_expression(*text);
    if (!meant) return true;
    ++names_open_;
    const bool tells_it = tells(*meant->root);
    --names_open_;
    return tells_it;
  }

  const NamedExpressions& named_;
  int names_open_ = 0;  // named expressions that are being looked at, one in another
};

}  // namespace

Result<Expression> parse_expression(std::string_view text, int line) {
  if (text.size() > longest_expression)
    return fail("an expression of {} characters; at most {} are read", text.size(), longest_expression);
  Result<std::vector<ExpressionToken>> tokens = expression_tokens(text);
  if (!tokens) return tl::unexpected(tokens.error());
  Result<ExpressionNode> root = parse_nodes(*std::move(tokens));
  if (!root) return tl::unexpected(root.error());
  return Expression{std::string(text), line, std::make_shared<const ExpressionNode>(*std::move(root))};
}

bool asks_something(const Expression& expression) {
  return any_node(*expression.root, [](const ExpressionNode& node) {
    return node.is_named_expression() || query_in(node) != nullptr;
  });
}

bool asks_a_run(const Expression& expression) {
  return any_node(*expression.root, [](const ExpressionNode& node) {
    const LessonWord* const word = query_in(node);
    return node.is_named_expression() || (word && word->kind == LessonWord::Kind::run);
  });
}

bool tells_the_run(const Expression& expression, const NamedExpressions& named) {
  return Telling(named).tells(*expression.root);
}

}  // namespace commlab
