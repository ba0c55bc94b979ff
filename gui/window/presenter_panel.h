#pragma once
// A teaching stop, in the place of the lesson.

#include "gui/window/panel.h"
#include "gui/window/ui.h"

namespace commlab {

// REQUIRES: presented().
void presenter_panel(Panel&, Ui&);

// A ring about the pointer, where it is wanted.
void draw_spotlight(Canvas&, const Session&, PicturePoint pointer);

}  // namespace commlab
