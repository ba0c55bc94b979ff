#pragma once
// What is under the pointer on the plot, in words: the nearest size with its arithmetic, a mark, a sentence
// that had no room.

#include "gui/picture/canvas.h"
#include "gui/window/plot/layout.h"

namespace commlab {

void draw_plot_hint(Canvas&, const PlotLayout&, const PlotShown&, PicturePoint pointer);

}  // namespace commlab
