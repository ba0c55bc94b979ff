#pragma once
// Code is written in letters that are all equally wide (Words::code), so its width needs no canvas.

#include <string_view>
#include <vector>

namespace commlab {

// The width of code in letters of this size: DejaVu Sans Mono and Courier need no more.
double width_of_code(std::string_view text, double size);

// A line of code in pieces no wider than `width`, broken after blanks if there are any. A piece holds at
// least one letter.
std::vector<std::string_view> wrapped_code(std::string_view line, double width, double size);

}  // namespace commlab
