#pragma once
// The plot's legend. It covers no line and no mark: it goes into an empty corner, or else into rows above the
// plot.

#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/plot/layout.h"

namespace commlab {

// The entries, without places.
std::vector<LegendEntry> legend_entries(const PlotShown&);

// Places the entries below each other in the emptiest corner. If every corner has something drawn in it,
// places nothing and returns false. REQUIRES: the plot and its ranges are laid out.
bool legend_in_a_corner(PlotLayout&, const PlotShown&, const Canvas&);
// Places the entries in lines that begin at this corner; returns their height. Entries that are too wide are
// shortened.
double legend_in_lines(PlotLayout&, const PlotShown&, const Canvas&, PicturePoint corner, double width);

}  // namespace commlab
