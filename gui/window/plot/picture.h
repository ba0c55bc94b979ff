#pragma once
// Time, bus bandwidth, or measured over predicted, against size: on logarithmic axes.
//
//   line = predicted      dashed = the bound      diamond = measured, its whisker from min to max
//   ring = half of the bandwidth (n½), or two curves cross
//   square = published by others, in a dashed frame that names hardware, date and source

#include "gui/picture/canvas.h"
#include "gui/window/draw/registry.h"
#include "gui/window/plot/layout.h"

namespace commlab {

void draw_plot(Canvas&, const PlotLayout&, const PlotShown&);
void note_plot(Registry&, const PlotLayout&, const PlotShown&);

}  // namespace commlab
