#pragma once
// Sheets as Markdown: to be read, edited, or turned into something else.

#include <string>
#include <vector>

#include "lessons/class/sheet.h"

namespace commlab {

// With a rule between two sheets.
std::string sheets_markdown(const std::vector<Sheet>&);

}  // namespace commlab
