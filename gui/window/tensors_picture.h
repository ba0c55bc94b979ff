#pragma once
// What each rank's tensors hold: in the beginning, and once the script is over, at the end. "?" is an element
// that was never written, or that the library leaves undefined.

#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/script_shown.h"

namespace commlab {

double height_of_tensors(const ScriptShown&, const Canvas&);
void draw_tensors(Canvas&, const Area&, const ScriptShown&, double scrolled = 0);

// "4", "0.5", "1e+08", "?" where it is not known.
std::string element_text(const std::vector<double>& values, const std::vector<bool>& known, std::size_t);

// A line for each rank's tensor: "rank 0 x: 1 1 1 1 -> 4 3 2 1"; before the end without what comes of it.
std::string text_of_tensors(const ScriptShown&);

}  // namespace commlab
