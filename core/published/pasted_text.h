#pragma once
// The lines of a text that was copied from a terminal, a mail, a web page or a logger, as the program printed
// them: without colours, carriage returns, invisible characters and the braces of a logger that writes JSON.
// What stands before each line stays; line_prefix.h finds it.

#include <string>
#include <string_view>
#include <vector>

namespace commlab {

struct PastedLine {
  int number = 0;  // in the file, from 1
  std::string text;
};

// Every line, empty ones included. A text in UTF-16, as Windows writes it, is read as its ASCII letters.
std::vector<PastedLine> pasted_lines(std::string_view text);

}  // namespace commlab
