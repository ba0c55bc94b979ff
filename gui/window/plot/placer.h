#pragma once
// Divides the plot's area among tabs, title, axes, legend and words, as far as there is room.

#include "gui/picture/canvas.h"
#include "gui/window/plot/layout.h"

namespace commlab {

PlotLayout lay_out_plot(const Canvas&, const Area&, const PlotShown&);

}  // namespace commlab
