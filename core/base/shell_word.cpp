#include "core/base/shell_word.h"

#include <algorithm>

#include "core/base/words.h"

namespace commlab {
namespace {

// Characters beyond ASCII mean nothing to a shell.
bool is_plain(char c) {
  const bool is_letter =
      (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  return is_letter || is_digit(c) || std::string_view("_-./,:=+%@").find(c) != std::string_view::npos;
}

constexpr std::string_view special_in_double_quotes = "\"\\$`!";

}  // namespace

std::string shell_word(std::string_view word) {
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return std::string(word);
  if (word.find_first_of(special_in_double_quotes) == std::string_view::npos)
    return '"' + std::string(word) + '"';
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string shell_line(std::span<const std::string> words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

}  // namespace commlab
