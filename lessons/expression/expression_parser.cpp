// A recursive descent parser, with one function for each level of precedence, lowest first. The depth of
// recursion and of the tree is limited, so that a stranger's file cannot use up the stack.

#include "lessons/expression/expression_parser.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <span>
#include <utility>

#include "lessons/expression/expression.h"
#include "lessons/expression/vocabulary.h"

namespace commlab {
namespace {

using NodeKind = ExpressionNode::Kind;
using TokenKind = ExpressionToken::Kind;
using Level = Result<ExpressionNode>;

constexpr std::array one_place = {"rank", "to", "step", "node", "local"};
constexpr std::array two_places = {"link", "copy"};

tl::unexpected<Error> too_deep() {
  return fail("it is nested more than {} deep: say it in parts", deepest_expression);
}

class ExpressionParser {
 public:
  explicit ExpressionParser(std::vector<ExpressionToken> tokens) : tokens_(std::move(tokens)) {}

  Level whole() {
    if (here().kind == TokenKind::end) return fail("an expression is missing");
    Level node = any_of();
    if (node && here().kind != TokenKind::end)
      return fail("'{}' stands where the expression should end", here().text);
    return node;
  }

 private:
  const ExpressionToken& here() const { return tokens_[at_]; }
  const ExpressionToken& ahead() const { return tokens_[std::min(at_ + 1, tokens_.size() - 1)]; }
  bool at_sign(std::string_view sign) const { return here().kind == TokenKind::sign && here().text == sign; }
  bool at_name(std::string_view name) const { return here().kind == TokenKind::name && here().text == name; }
  bool take_sign(std::string_view sign) { return at_sign(sign) && ++at_; }
  bool take_name(std::string_view name) { return at_name(name) && ++at_; }
  std::string found() const {
    return here().kind == TokenKind::end ? "the end" : fmt::format("'{}'", here().text);
  }
  Status expect(std::string_view sign) {
    if (take_sign(sign)) return {};
    return fail("'{}' is missing before {}", sign, found());
  }

  // Sets the node's depth from its children.
  static Level made(ExpressionNode node) {
    for (const ExpressionNode& child : node.children) node.depth = std::max(node.depth, child.depth + 1);
    if (node.depth > deepest_expression) return too_deep();
    return node;
  }
  template <class... Nodes>
  static Level called(std::string name, Nodes... arguments) {
    ExpressionNode node{.kind = NodeKind::call, .text = std::move(name)};
    (node.children.push_back(std::move(arguments)), ...);
    return made(std::move(node));
  }

  // Operands of one level, joined by its signs from left to right.
  template <class Side>
  Level joined(std::span<const char* const> signs, TokenKind kind, Side side) {
    Level left = side();
    while (left && here().kind == kind && std::ranges::find(signs, here().text) != signs.end()) {
      const std::string sign = here().text;
      ++at_;
      Level right = side();
      if (!right) return right;
      left = called(sign, *std::move(left), *std::move(right));
    }
    return left;
  }

  Level any_of() {
    static constexpr std::array signs = {"or"};
    if (++nested_ > deepest_expression) return too_deep();
    Level node = joined(signs, TokenKind::name, [this] { return all_of(); });
    --nested_;
    return node;
  }
  Level all_of() {
    static constexpr std::array signs = {"and"};
    return joined(signs, TokenKind::name, [this] { return negation(); });
  }
  Level negation() {
    if (!take_name("not")) return comparison();
    if (++nested_ > deepest_expression) return too_deep();
    Level node = negation();
    --nested_;
    return node ? called("not", *std::move(node)) : node;
  }

  // Only one comparison: 1 < x < 2 is not allowed.
  Level comparison() {
    static constexpr std::array signs = {"<", "<=", ">", ">=", "==", "!="};
    Level left = addition();
    if (!left || here().kind != TokenKind::sign) return left;
    if (take_sign("~")) return about(*std::move(left));
    const std::string sign = here().text;
    if (std::ranges::find(signs, sign) == signs.end()) return left;
    ++at_;
    Level right = addition();
    return right ? called(sign, *std::move(left), *std::move(right)) : right;
  }

  // a ~ b within 5%
  Level about(ExpressionNode left) {
    Level right = addition();
    if (!right) return right;
    ExpressionNode share{.kind = NodeKind::number, .text = "5 %", .amount = 0.05};
    if (take_name("within")) {
      Level said = addition();
      if (!said) return said;
      share = *std::move(said);
    }
    return called("~", std::move(left), *std::move(right), std::move(share));
  }

  Level addition() {
    static constexpr std::array signs = {"+", "-"};
    return joined(signs, TokenKind::sign, [this] { return multiplication(); });
  }
  Level multiplication() {
    static constexpr std::array signs = {"*", "/"};
    return joined(signs, TokenKind::sign, [this] { return power(); });
  }

  // -x, and x^y from the right: -2^2 is -4.
  Level power() {
    if (++nested_ > deepest_expression) return too_deep();
    Level node = take_sign("-") ? negative(power()) : raised(element());
    --nested_;
    return node;
  }
  static Level negative(Level node) { return node ? called("negative", *std::move(node)) : node; }
  Level raised(Level base) {
    if (!base || !take_sign("^")) return base;
    Level exponent = power();
    return exponent ? called("^", *std::move(base), *std::move(exponent)) : exponent;
  }

  // list[i]
  Level element() {
    Level node = primary();
    while (node && take_sign("[")) {
      Level index = any_of();
      if (!index) return index;
      if (const Status closed = expect("]"); !closed) return tl::unexpected(closed.error());
      node = called("[]", *std::move(node), *std::move(index));
    }
    return node;
  }

  Level primary() {
    const ExpressionToken token = here();
    if (token.kind == TokenKind::end) return fail("the expression ends where a value should stand");
    if (token.kind != TokenKind::sign) ++at_;
    switch (token.kind) {
      case TokenKind::number:
        return ExpressionNode{.kind = NodeKind::number,
                              .text = token.text,
                              .amount = token.amount,
                              .dimension = token.dimension};
      case TokenKind::text: return ExpressionNode{.kind = NodeKind::text, .text = token.text};
      case TokenKind::name:
        return at_sign("(") ? call(token.text)
                            : Level(ExpressionNode{.kind = NodeKind::name, .text = token.text});
      case TokenKind::sign:
      case TokenKind::end: break;
    }
    if (take_sign("(")) {
      Level inside = any_of();
      if (!inside) return inside;
      if (const Status closed = expect(")"); !closed) return tl::unexpected(closed.error());
      return inside;
    }
    if (take_sign("[")) {
      ExpressionNode list{.kind = NodeKind::list};
      if (const Status read = items("]", list, [this] { return any_of(); }); !read)
        return tl::unexpected(read.error());
      return made(std::move(list));
    }
    return fail("'{}' stands where a value should", token.text);
  }

  // Comma-separated, up to the closing sign.
  template <class Item>
  Status items(std::string_view closing, ExpressionNode& into, Item item) {
    if (take_sign(closing)) return {};
    do {
      Level one = item();
      if (!one) return tl::unexpected(one.error());
      into.children.push_back(*std::move(one));
    } while (take_sign(","));
    return expect(closing);
  }

  Level call(const std::string& name) {
    take_sign("(");
    ExpressionNode node{.kind = NodeKind::call, .text = name};
    const bool changes = name == "run";
    const Status read = items(")", node, [&] { return changes ? setting() : argument(); });
    if (!read) return tl::unexpected(read.error());
    if (!changes)
      if (const Status fine = check_call(node); !fine) return tl::unexpected(fine.error());
    return made(std::move(node));
  }

  static Status check_call(const ExpressionNode& node) {
    if (node.is_named_expression())
      return node.children.size() == 1 && node.children[0].is_call("run")
                 ? Status()
                 : fail("{} is asked of a changed run, as in {}(run(size = 1 KiB))", node.text, node.text);
    const LessonWord* const word = find_lesson_word(node.text);
    if (!word) return fail("there is no '{}(...)'{}", node.text, lesson_word_suggestion(node.text));
    auto arguments = static_cast<int>(node.children.size());
    const bool of_a_run = word->kind != LessonWord::Kind::function && arguments > 0 &&
                          (node.children[0].is_name("run") || node.children[0].is_call("run"));
    if (of_a_run) --arguments;
    for (std::size_t i = of_a_run ? 1 : 0; i < node.children.size(); ++i)
      if (node.children[i].is_call("run"))
        return fail("run(...) is something to ask about, as in time(run(size = 1 KiB))");
    if (arguments >= word->least && arguments <= word->most) return {};
    return fail("{}(...) takes {}, and here are {}", node.text, arguments_text(*word), arguments);
  }
  static std::string arguments_text(const LessonWord& word) {
    if (word.most == any_number) return fmt::format("at least {}", word.least);
    if (word.least == word.most) return word.most == 0 ? "nothing" : std::to_string(word.most);
    return fmt::format("{} to {}", word.least, word.most);
  }

  // In run(...): key = value, or the collective alone.
  Level setting() {
    ExpressionNode node{.kind = NodeKind::setting, .text = "run"};
    if (here().kind == TokenKind::name && ahead().kind == TokenKind::sign && ahead().text == "=") {
      node.text = here().text;
      at_ += 2;
    }
    Level value = any_of();
    if (!value) return value;
    node.children.push_back(*std::move(value));
    return made(std::move(node));
  }

  // An expression, or a place: "rank 2", "rank 0 out", "link gpu0 -> gpu2".
  Level argument() {
    if (here().kind != TokenKind::name || !begins_operand(ahead())) return any_of();
    const std::string word = here().text;
    const bool two = std::ranges::find(two_places, word) != two_places.end();
    if (!two && std::ranges::find(one_place, word) == one_place.end()) return any_of();
    ++at_;
    ExpressionNode node{.kind = NodeKind::place, .text = word};
    Level first = two ? primary() : addition();
    if (!first) return first;
    node.children.push_back(*std::move(first));
    if (two) {
      if (!take_sign("->") && !take_sign("-"))
        return fail("{} has two ends, as in {} gpu0 -> gpu2; '->' is missing before {}", word, word, found());
      Level second = primary();
      if (!second) return second;
      node.children.push_back(*std::move(second));
    }
    for (const char* way : {"out", "in"})
      if (take_name(way)) node.way = way;
    return made(std::move(node));
  }
  static bool begins_operand(const ExpressionToken& token) {
    if (token.kind == TokenKind::name)
      return token.text != "and" && token.text != "or" && token.text != "within";
    return token.kind == TokenKind::number || (token.kind == TokenKind::sign && token.text == "(");
  }

  std::vector<ExpressionToken> tokens_;
  std::size_t at_ = 0;
  int nested_ = 0;
};

}  // namespace

Result<ExpressionNode> parse_nodes(std::vector<ExpressionToken> tokens) {
  assert(!tokens.empty() && tokens.back().kind == TokenKind::end && "the tokens end with `end`");
  return ExpressionParser(std::move(tokens)).whole();
}

}  // namespace commlab
