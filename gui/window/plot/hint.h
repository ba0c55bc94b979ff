#pragma once
// The plot's tooltip: the nearest size and how its value is computed, a mark, or the full text of a sentence
// that was cut.

#include "gui/picture/canvas.h"
#include "gui/window/plot/layout.h"

namespace commlab {

void draw_plot_hint(Canvas&, const PlotLayout&, const PlotShown&, PicturePoint pointer);

}  // namespace commlab
