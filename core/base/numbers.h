#pragma once
// Numbers as text: read strictly, written for people.

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace commlab {

// Reads a text that is one number from its first letter to its last: without blanks, + or unit. `form`: the
// base of a whole number, or std::chars_format. nullopt if the text is not such a number, as "nan" and "inf"
// are not, or the number does not fit into the type.
template <class Number, class... Form>
std::optional<Number> parse_number(std::string_view text, Form... form) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, form...);
  if (error != std::errc{} || rest != end) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>)
    if (!std::isfinite(number)) return std::nullopt;
  return number;
}

std::string with_commas(std::int64_t);  // "1,024"
// "1 transfer", "1,024 transfers"
std::string counted(std::int64_t n, std::string_view thing);

}  // namespace commlab
