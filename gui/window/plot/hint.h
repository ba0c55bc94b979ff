#pragma once
// The plot's tooltip: the nearest size with its arithmetic, a mark, or the whole of a sentence that was cut.

#include "gui/picture/canvas.h"
#include "gui/window/plot/layout.h"

namespace commlab {

void draw_plot_hint(Canvas&, const PlotLayout&, const PlotShown&, PicturePoint pointer);

}  // namespace commlab
