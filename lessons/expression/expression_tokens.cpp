#include "lessons/expression/expression_tokens.h"

#include <charconv>
#include <cmath>

#include "core/base/words.h"

namespace commlab {
namespace {

using TokenKind = ExpressionToken::Kind;

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : rest_(text) {}

  Result<std::vector<ExpressionToken>> tokens() {
    std::vector<ExpressionToken> tokens;
    for (skip_blanks(); !rest_.empty(); skip_blanks()) {
      Result<ExpressionToken> token = next();
      if (!token) return tl::unexpected(token.error());
      tokens.push_back(*std::move(token));
    }
    tokens.emplace_back();
    return tokens;
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t' || rest_[0] == '\n' || rest_[0] == '\r'))
      rest_.remove_prefix(1);
  }

  std::string take(std::size_t length) {
    std::string taken(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return taken;
  }

  Result<ExpressionToken> next() {
    const char c = rest_[0];
    if (is_digit(c)) return number();
    if (begins_name(c)) return ExpressionToken{TokenKind::name, take(name_length())};
    if (c == '"') return text();
    if (c == '{') return varied();
    for (const std::string_view sign : {"->", "<=", ">=", "==", "!="})
      if (rest_.starts_with(sign)) return ExpressionToken{TokenKind::sign, take(2)};
    if (std::string_view("+-*/^<>~()[],=").find(c) != std::string_view::npos)
      return ExpressionToken{TokenKind::sign, take(1)};
    if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126)
      return fail("a character that no expression has (byte {})", static_cast<unsigned char>(c));
    return fail("'{}' means nothing in an expression", c);
  }

  // "size", "with.root", and with what varies in it, "gpu{pair}".
  std::size_t name_length() const {
    std::size_t end = 0;
    while (end < rest_.size()) {
      if (begins_name(rest_[end]) || is_digit(rest_[end])) {
        ++end;
      } else if (rest_[end] == '.' && end + 1 < rest_.size() &&
                 (begins_name(rest_[end + 1]) || is_digit(rest_[end + 1]))) {
        ++end;
      } else if (const std::size_t hole = hole_length(end)) {
        end += hole;
      } else {
        break;
      }
    }
    return end;
  }
  // Of "{pair}" there; 0: there is none.
  std::size_t hole_length(std::size_t at) const {
    if (at >= rest_.size() || rest_[at] != '{') return 0;
    std::size_t end = at + 1;
    while (end < rest_.size() && (begins_name(rest_[end]) || is_digit(rest_[end]))) ++end;
    return end > at + 1 && end < rest_.size() && rest_[end] == '}' ? end - at + 1 : 0;
  }

  // Digits, and behind them a unit: "400 MB", "93.3GB/s", "5%".
  Result<ExpressionToken> number() {
    double amount = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), amount);
    if (error != std::errc{} || !std::isfinite(amount))
      return fail("the number '{}...' is too large", rest_.substr(0, 12));
    const std::size_t length = end - rest_.data();
    ExpressionToken token{TokenKind::number, take(length), amount, bare};
    const std::string_view before = rest_;
    skip_blanks();
    if (const ValueUnit* unit = value_unit_at(rest_)) {
      token.text += ' ' + take(unit->name.size());
      token.amount *= unit->factor;
      token.dimension = unit->dimension;
    } else if (before.size() == rest_.size() && !rest_.empty() && begins_name(rest_[0])) {
      const std::string wrong = take(name_length());
      return fail("'{}{}': unknown unit '{}'; there are {}", token.text, wrong, wrong, units_text());
    }
    return token;
  }

  Result<ExpressionToken> text() {
    std::string content;
    for (std::size_t at = 1; at < rest_.size(); ++at) {
      if (rest_[at] == '"') {
        rest_.remove_prefix(at + 1);
        return ExpressionToken{TokenKind::text, std::move(content)};
      }
      if (rest_[at] == '\\' && at + 1 < rest_.size()) ++at;
      content += rest_[at];
    }
    return fail("a text that begins with \" and has no end");
  }

  // "{size}" alone is the name size; "{a}{b}" are both.
  Result<ExpressionToken> varied() {
    const std::size_t length = name_length();
    if (length == 0) return fail("'{{' begins the name of something that varies, as in {{size}}");
    const bool alone = hole_length(0) == length;
    std::string name = take(length);
    return ExpressionToken{TokenKind::name, alone ? name.substr(1, length - 2) : name};
  }

  std::string_view rest_;
};

}  // namespace

Result<std::vector<ExpressionToken>> expression_tokens(std::string_view text) {
  return Tokenizer(text).tokens();
}

}  // namespace commlab
