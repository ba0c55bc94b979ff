#pragma once
// A lesson's plot in a terminal: rows of numbers, with bars of # beside them.

#include <string>

#include "lessons/play/step_content.h"

namespace commlab {

// Lines of at most `width` columns; bars are as long as there is room. A locked plot shows only its title.
std::string plot_text(const PlotState&, std::size_t width);

}  // namespace commlab
