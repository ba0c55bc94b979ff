#pragma once
// Sheets as one HTML page that needs nothing else, black on white: each begins a sheet of A4 when it is
// printed.

#include <string>
#include <vector>

#include "lessons/class/sheet.h"

namespace commlab {

std::string sheets_html(const std::vector<Sheet>&);

}  // namespace commlab
