#pragma once
// A lesson's plot in a terminal: rows of numbers with bars of letters beside them.

#include <string>

#include "lessons/play/step_content.h"

namespace commlab {

// Lines of at most so many columns; bars are as long as there is room. Of a locked plot, its title alone.
std::string plot_text(const PlotState&, std::size_t width);

}  // namespace commlab
