#pragma once
// The prose of lessons in a terminal: wrapped into lines, with bold words if the terminal can show them.

#include <string>
#include <string_view>

namespace commlab {

struct ProseStyle {
  std::size_t width = 88;
  bool bold = false;  // escape codes for strong words and headings
};

// The style for standard output: as wide as its terminal; without a terminal, 80 columns and no bold.
ProseStyle terminal_style();

// Paragraphs with an empty line between them. Each line begins with `indent`, and the text ends with a line
// end. The result is empty if there are no words.
std::string prose_text(std::string_view markdown, const ProseStyle&, std::string_view indent = "");

std::string strong_text(std::string_view words, const ProseStyle&);

}  // namespace commlab
