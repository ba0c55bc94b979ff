#include "tests/ptx/ptx_lexer.h"

#include <algorithm>
#include <cctype>

namespace commlab::ptx {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' || c == '.';
}

// The length of the first token; an unknown character is a token of its own.
std::size_t length_of_token(std::string_view source) {
  if (is_of_word(source[0]))
    return static_cast<std::size_t>(std::ranges::find_if_not(source, is_of_word) - source.begin());
  if (source[0] == '"') return std::min(source.size(), source.find('"', 1) + 1);
  return 1;
}

std::size_t length_of_gap(std::string_view source) {
  if (source.starts_with("//")) return std::min(source.size(), source.find('\n'));
  if (source.starts_with("/*")) return std::min(source.size() - 2, source.find("*/", 2)) + 2;
  return std::isspace(static_cast<unsigned char>(source[0])) != 0 ? 1 : 0;
}

Token::Kind kind_of(char first) {
  if (is_digit(first)) return Token::Kind::number;
  if (is_of_word(first)) return Token::Kind::word;
  return first == '"' ? Token::Kind::text : Token::Kind::mark;
}

}  // namespace

std::vector<Token> tokens_of(std::string_view source) {
  std::vector<Token> tokens;
  int line = 1;
  while (!source.empty()) {
    const std::size_t gap = length_of_gap(source);
    const std::size_t length = gap > 0 ? gap : length_of_token(source);
    if (gap == 0) tokens.push_back({kind_of(source[0]), source.substr(0, length), line});
    line += static_cast<int>(std::ranges::count(source.substr(0, length), '\n'));
    source.remove_prefix(length);
  }
  tokens.push_back({Token::Kind::end, "the end", line});
  return tokens;
}

}  // namespace commlab::ptx
