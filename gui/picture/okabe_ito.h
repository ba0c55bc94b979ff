#pragma once
// Colours that colour-blind people can tell apart: Okabe and Ito, "Color Universal Design" (2008).

#include <array>
#include <cstdint>
#include <string_view>

namespace commlab::okabe_ito {

inline constexpr std::string_view blue = "#0072B2", orange = "#E69F00", green = "#009E73", purple = "#CC79A7",
                                  sky = "#56B4E9", vermilion = "#D55E00", yellow = "#F0E442";
// Not one of theirs: for lines on white, where the yellow is too faint.
inline constexpr std::string_view brown = "#8A5A00";

// In the order in which chunks take them.
inline constexpr std::array<std::string_view, 7> of_chunks = {blue, orange,    green, purple,
                                                              sky,  vermilion, yellow};

// The order in which lines on white take them: without the yellow, which is too faint, and without the
// orange, because the brown has its hue.
inline constexpr std::array<std::string_view, 6> of_lines = {blue, vermilion, green, purple, sky, brown};

// 0x0072B2 of "#0072B2".
constexpr std::uint32_t hex_of(std::string_view color) {
  std::uint32_t hex = 0;
  for (const char digit : color.substr(1))
    hex = hex * 16 + static_cast<std::uint32_t>(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
  return hex;
}

}  // namespace commlab::okabe_ito
