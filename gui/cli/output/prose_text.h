#pragma once
// Prose of lessons in a terminal: wrapped, bold where the terminal can.

#include <string>
#include <string_view>

namespace commlab {

struct ProseStyle {
  std::size_t width = 88;
  bool bold = false;  // escape codes for strong words and headings
};

// Of the terminal that standard output is; without one, 80 columns and plain letters.
ProseStyle terminal_style();

// Paragraphs with an empty line between, each line begun with `indent`. Ends with a line end; nothing of
// nothing.
std::string prose_text(std::string_view markdown, const ProseStyle&, std::string_view indent = "");

std::string strong_text(std::string_view words, const ProseStyle&);

}  // namespace commlab
