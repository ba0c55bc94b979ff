#include "core/script/tokens.h"

#include <array>
#include <charconv>
#include <cmath>

#include "core/base/words.h"

namespace commlab {
namespace {

constexpr std::size_t most_characters = 1 << 20;

// Only ASCII, in every locale.
bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool in_name(char c) { return begins_name(c) || is_digit(c); }

class LineReader {
 public:
  explicit LineReader(ScriptLine line) : line_(std::move(line)) {}

  Result<ScriptLine> read() {
    while (true) {
      while (at_ < text().size() && (text()[at_] == ' ' || text()[at_] == '\t')) ++at_;
      if (at_ == text().size() || text()[at_] == '#') break;
      if (const Status read = read_token(); !read) return tl::unexpected(read.error());
    }
    line_.tokens.push_back({.kind = ScriptToken::Kind::end, .from = at_, .to = at_});
    return std::move(line_);
  }

 private:
  const std::string& text() const { return line_.text; }

  void add(ScriptToken::Kind kind, std::size_t to, std::string words, double number = 0) {
    line_.tokens.push_back({.kind = kind, .text = std::move(words), .number = number, .from = at_, .to = to});
    at_ = to;
  }

  Status read_token() {
    const char c = text()[at_];
    if (is_digit(c)) return read_number();
    if (c == '"') return read_text();
    if (begins_name(c)) {
      std::size_t to = at_;
      while (to < text().size() && in_name(text()[to])) ++to;
      add(ScriptToken::Kind::name, to, text().substr(at_, to - at_));
      return {};
    }
    for (const std::string_view sign : {"->", "..", "==", "!=", "<=", ">="})
      if (text().compare(at_, 2, sign) == 0) {
        add(ScriptToken::Kind::sign, at_ + 2, std::string(sign));
        return {};
      }
    if (std::string_view("()[],;:=+-*/%<>").find(c) != std::string_view::npos) {
      add(ScriptToken::Kind::sign, at_ + 1, std::string(1, c));
      return {};
    }
    const bool printable = c > ' ' && c <= '~';
    return fail_at(line_.number, "{} in column {} has no meaning here",
                   printable ? fmt::format("'{}'", c) : std::string("a character"), at_ + 1);
  }

  // "3..5" is two numbers and a sign.
  Status read_number() {
    std::size_t to = at_;
    const auto digits = [&] {
      while (to < text().size() && is_digit(text()[to])) ++to;
    };
    digits();
    if (to + 1 < text().size() && text()[to] == '.' && is_digit(text()[to + 1])) {
      ++to;
      digits();
    }
    if (to < text().size() && (text()[to] == 'e' || text()[to] == 'E')) {
      std::size_t exponent = to + 1;
      if (exponent < text().size() && (text()[exponent] == '-' || text()[exponent] == '+')) ++exponent;
      if (exponent < text().size() && is_digit(text()[exponent])) {
        to = exponent;
        digits();
      }
    }
    double value = 0;
    const auto read = std::from_chars(text().data() + at_, text().data() + to, value);
    if (read.ec != std::errc{} || !std::isfinite(value))
      return fail_at(line_.number, "the number '{}' is too large or too small",
                     text().substr(at_, std::min<std::size_t>(to - at_, 40)));
    add(ScriptToken::Kind::number, to, text().substr(at_, to - at_), value);
    return {};
  }

  Status read_text() {
    const std::size_t end = text().find('"', at_ + 1);
    if (end == std::string::npos) return fail_at(line_.number, "a text begins with '\"' and never ends");
    add(ScriptToken::Kind::text, end + 1, text().substr(at_ + 1, end - at_ - 1));
    return {};
  }

  ScriptLine line_;
  std::size_t at_ = 0;
};

}  // namespace

Result<std::vector<ScriptLine>> script_lines(std::string_view text) {
  if (text.size() > most_characters)
    return fail("a script of {} characters; expected at most {}", text.size(), most_characters);
  std::vector<ScriptLine> lines;
  int number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view raw = text.substr(begin, end - begin);
    if (raw.ends_with('\r')) raw.remove_suffix(1);
    begin = end + 1;
    const std::size_t indent = raw.find_first_not_of(' ');
    ++number;
    if (indent == std::string_view::npos) continue;
    if (raw[indent] == '\t') return fail_at(number, "a tab stands before a statement; indent with blanks");
    Result<ScriptLine> line =
        LineReader({.number = number, .indent = static_cast<int>(indent), .text = std::string(raw)}).read();
    if (!line) return tl::unexpected(line.error());
    if (line->tokens.size() > 1) lines.push_back(std::move(*line));
  }
  return lines;
}

}  // namespace commlab
