#include "lessons/text/line_breaks.h"

#include <algorithm>
#include <cassert>

namespace commlab {
namespace {

constexpr std::size_t longest_formula = 24;  // bytes; a longer one may be broken

constexpr std::string_view units[] = {"ps",  "ns",   "us",   "ms",   "s",    "min",  "B",
                                      "KB",  "KiB",  "MB",   "MiB",  "GB",   "GiB",  "TB",
                                      "B/s", "KB/s", "MB/s", "GB/s", "TB/s", "Gb/s", "GiB/s"};
constexpr std::string_view operators[] = {
    "+", "-", "*", "/", "^", "=", "==", "<", "<=", ">", ">=", "~", "·", "×"};

bool is_number(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of("(~-"), word.size()));
  return !word.empty() && word.find_first_not_of("0123456789.,") == std::string_view::npos &&
         word.back() != ',' && word.back() != '.';
}

bool is_unit(std::string_view word) {
  while (!word.empty() && std::string_view(".,;:?!)").find(word.back()) != std::string_view::npos)
    word.remove_suffix(1);
  return std::ranges::find(units, word) != std::end(units);
}

bool is_operator(std::string_view word) { return std::ranges::find(operators, word) != std::end(operators); }
// REQUIRES: the word is not empty.
bool ends_clause(std::string_view word) {
  assert(!word.empty() && "there is a word");
  return std::string_view(".,;:?!").find(word.back()) != std::string_view::npos;
}

// Whether the second word must stay with the first; the third word tells "2 (n - 1)" from "2 (two)".
bool belong_together(std::string_view first, std::string_view second, std::string_view third) {
  if (first.empty() || second.empty() || ends_clause(first)) return false;
  if (is_operator(first)) return true;
  if (is_operator(second)) return !third.empty();
  return is_number(first) && (is_unit(second) || (second.front() == '(' && is_operator(third)));
}

std::string_view word_at(std::string_view line, std::size_t from) {
  return from < line.size() ? line.substr(from, end_of_word(line, from) - from) : "";
}

}  // namespace

std::size_t end_of_word(std::string_view line, std::size_t from) {
  return std::min(line.find(' ', from), line.size());
}

std::size_t end_of_unbreakable(std::string_view line, std::size_t from) {
  std::size_t end = end_of_word(line, from);
  for (std::string_view word = word_at(line, from); end < line.size();) {
    const std::string_view next = word_at(line, end + 1);
    const std::size_t longer = end + 1 + next.size();
    if (!belong_together(word, next, word_at(line, longer + 1)) || longer - from > longest_formula) break;
    word = next;
    end = longer;
  }
  return end;
}

}  // namespace commlab
