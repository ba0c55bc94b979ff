#pragma once
// A text that is a number from its first letter to its last.

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace commlab {

// No blanks, no +, no unit. `form`: the base of a whole number, or std::chars_format. Nothing where it is no
// number of this type, or one that does not fit.
template <class Number, class... Form>
std::optional<Number> parse_number(std::string_view text, Form... form) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, form...);
  return error == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

}  // namespace commlab
