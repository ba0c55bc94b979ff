#pragma once
// What each rank's tensors hold: in the beginning, and now. "?" is an element that was never written, or that
// the library leaves undefined; what was written last is outlined. Of a script that writes very much, what
// they hold is known at its end alone. Where there is no room for a rank, the last line names it.

#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/run/script_shown.h"
#include "gui/window/script/tensors_layout.h"

namespace commlab {

void draw_tensors(Canvas&, const Area&, const TensorsLayout&, const ScriptShown&, double scrolled = 0);

// "4", "0.5", "1e+08", "?" where it is not known.
std::string element_text(const std::vector<double>& values, const std::vector<bool>& known, std::size_t);

// A line for each rank's tensor: "rank 0 x: 1 1 1 1 -> 4 3 2 1"; in the beginning without what comes of it.
std::string text_of_tensors(const ScriptShown&);

}  // namespace commlab
