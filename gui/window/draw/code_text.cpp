#include "gui/window/draw/code_text.h"

#include <algorithm>
#include <cstddef>

namespace commlab {
namespace {

// A share of the font's size, which is the height from the highest to the lowest letter, as Dear ImGui has it.
constexpr double letter_width = 0.5175;

bool begins_letter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }  // in UTF-8

// The place behind so many letters.
std::size_t behind(std::string_view text, std::size_t letters) {
  std::size_t at = 0;
  for (; at < text.size(); ++at)
    if (begins_letter(text[at]) && letters-- == 0) break;
  return at;
}

}  // namespace

double width_of_code(std::string_view text, double size) {
  return letter_width * size * static_cast<double>(std::ranges::count_if(text, begins_letter));
}

std::vector<std::string_view> wrapped_code(std::string_view line, double width, double size) {
  const auto letters = static_cast<std::size_t>(std::max(1.0, width / (letter_width * size)));
  std::vector<std::string_view> pieces;
  while (true) {
    const std::size_t most = behind(line, letters);
    if (most == line.size()) break;
    const std::size_t indented = line.find_first_not_of(' ');
    const std::size_t blank = line.substr(0, most + 1).rfind(' ');
    const std::size_t end = blank == std::string_view::npos || blank <= indented ? most : blank;
    pieces.push_back(line.substr(0, end));
    line.remove_prefix(end);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  }
  if (!line.empty() || pieces.empty()) pieces.push_back(line);
  return pieces;
}

}  // namespace commlab
