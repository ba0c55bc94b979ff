// The lint of typed-in numbers: code (`...`, fenced) and {{ }} are passed over.

#include <algorithm>
#include <cctype>

#include "lessons/checker.h"
#include "lessons/value.h"

namespace commlab {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Whatever stands between the two, taken out.
std::string without(std::string text, std::string_view opening, std::string_view closing) {
  for (std::size_t open = text.find(opening); open != std::string::npos; open = text.find(opening, open)) {
    const std::size_t closed = text.find(closing, open + opening.size());
    if (closed == std::string::npos) break;
    text.replace(open, closed + closing.size() - open, " ");
  }
  return text;
}

std::string without_blanks_in(std::string_view text) {
  std::string result(text);
  std::erase(result, ' ');
  return result;
}

}  // namespace

std::vector<std::string> typed_in_numbers(std::string_view text, const std::vector<std::string>& known) {
  const std::string plain = without(without(without(std::string(text), "```", "```"), "{{", "}}"), "`", "`");
  std::vector<std::string> found;
  for (std::size_t at = 0; at < plain.size(); ++at) {
    if (!is_digit(plain[at]) || (at > 0 && (in_word(plain[at - 1]) || plain[at - 1] == '.'))) continue;
    std::size_t end = at;
    while (end < plain.size() &&
           (is_digit(plain[end]) ||
            ((plain[end] == '.' || plain[end] == ',') && end + 1 < plain.size() && is_digit(plain[end + 1]))))
      ++end;
    const std::size_t number_end = end;
    if (end < plain.size() && plain[end] == ' ') ++end;
    const ValueUnit* const unit = value_unit_at(std::string_view(plain).substr(std::min(end, plain.size())));
    if (unit) {
      const std::string number = plain.substr(at, end - at) + std::string(unit->name);
      const std::string bare_number = without_blanks_in(number);
      const bool said = std::ranges::any_of(known, [&](const std::string& each) {
        return without_blanks_in(each).find(bare_number) != std::string::npos;
      });
      if (!said) found.push_back(number);
    }
    at = number_end;
  }
  return found;
}

}  // namespace commlab
