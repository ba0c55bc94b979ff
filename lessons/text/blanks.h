#pragma once
// Blanks around what people write.

#include <string_view>

namespace commlab {

inline constexpr std::string_view blanks = " \t\r\n";
// The text without blanks at its ends.
std::string_view without_blanks(std::string_view);

}  // namespace commlab
