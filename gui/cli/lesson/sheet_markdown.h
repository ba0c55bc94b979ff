#pragma once
// Sheets as Markdown, which can be read, edited, or converted.

#include <string>
#include <vector>

#include "lessons/class/sheet.h"

namespace commlab {

// All sheets in one text, with a horizontal rule between any two.
std::string sheets_markdown(const std::vector<Sheet>&);

}  // namespace commlab
