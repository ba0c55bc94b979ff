#pragma once
// A teaching stop, in the place of the lesson.

#include "gui/window/imgui/ui.h"
#include "gui/window/panels/panel.h"

namespace commlab {

// REQUIRES: presented().
void presenter_panel(Panel&, Ui&);

// A ring about the pointer, where it is wanted.
void draw_spotlight(Canvas&, const Session&, PicturePoint pointer);

// With one screen, the teacher's notes lie over the right half of the lesson, while they are wanted.
void notes_overlay(Ui&, const Session&, const Area& window);

}  // namespace commlab
