#pragma once
// Sheets as one HTML page, black on white, that needs no other files. In print, each sheet begins a new page
// of A4.

#include <string>
#include <vector>

#include "lessons/class/sheet.h"

namespace commlab {

std::string sheets_html(const std::vector<Sheet>&);

}  // namespace commlab
