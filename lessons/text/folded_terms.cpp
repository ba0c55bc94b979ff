#include "lessons/text/folded_terms.h"

#include <charconv>
#include <regex>
#include <string_view>

namespace commlab {
namespace {

// A term ends before a bracket, a comma, or another term. It does not end before a word, because `1 ms` is
// one number, nor before a `*`, which binds tighter.
constexpr std::string_view term_ends = R"((?=[\]),;\n]|$| [+-] ))";

std::regex before_an_end(std::string_view term) { return std::regex(std::string(term).append(term_ends)); }

std::int64_t number_from(const std::ssub_match& digits) {
  std::int64_t number = 0;
  const std::string text = digits.str();
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

std::string with_folded_terms(std::string script) {
  static const std::regex nothing = before_an_end(R"((?: \+ 0| \* 1))");
  // Numbers of at most six digits, so that their sum cannot overflow; behind a bracket, a comma or a plus.
  static const std::regex sum = before_an_end(R"(([\[(,+] ?)(\d{1,6}) \+ (\d{1,6}))");
  for (std::smatch found; std::regex_search(script, found, sum);)
    script = found.prefix().str() + found[1].str() +
             std::to_string(number_from(found[2]) + number_from(found[3])) + found.suffix().str();
  return std::regex_replace(script, nothing, "");
}

}  // namespace commlab
