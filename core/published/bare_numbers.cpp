#include "core/published/bare_numbers.h"

#include <algorithm>
#include <array>

namespace commlab {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Behind the string that begins here.
std::size_t end_of_string(std::string_view json, std::size_t quote) {
  for (std::size_t i = quote + 1; i < json.size(); ++i)
    if (json[i] == '\\')
      ++i;
    else if (json[i] == '"')
      return i + 1;
  return json.size();
}

}  // namespace

std::string without_bare_numbers(std::string_view json) {
  constexpr std::array<std::string_view, 5> words = {"NaN", "nan", "inf", "Infinity", "Inf"};
  std::string text(json);
  for (std::size_t i = 0; i < json.size();) {
    if (json[i] == '"') {
      i = end_of_string(json, i);
      continue;
    }
    if (!is_letter(json[i])) {
      ++i;
      continue;
    }
    std::size_t from = i;
    while (i < json.size() && is_letter(json[i])) ++i;
    if (std::ranges::count(words, json.substr(from, i - from)) == 0) continue;
    if (from > 0 && json[from - 1] == '-') --from;
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(from), text.begin() + static_cast<std::ptrdiff_t>(i),
              ' ');
    text[from] = text[from + 1] = '"';
  }
  return text;
}

}  // namespace commlab
