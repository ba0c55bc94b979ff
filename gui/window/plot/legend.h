#pragma once
// What the lines and marks of the plot mean, where it covers none of them: in a corner that is empty, else
// in rows above the plot.

#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/plot/layout.h"

namespace commlab {

// What there is to explain; no places yet.
std::vector<LegendEntry> legend_entries(const PlotShown&);

// One below the other, in the emptiest corner of the plot. False, and nothing is placed, where every corner
// has something drawn in it. REQUIRES: the plot and its ranges are laid out.
bool legend_in_a_corner(PlotLayout&, const PlotShown&, const Canvas&);
// One after the other, in lines from this corner on, and their height. What is wider than the room is
// shortened.
double legend_in_lines(PlotLayout&, const PlotShown&, const Canvas&, PicturePoint corner, double width);

}  // namespace commlab
