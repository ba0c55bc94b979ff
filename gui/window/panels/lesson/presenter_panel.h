#pragma once
// A teaching stop, shown in place of the lesson's page.

#include "gui/window/imgui/ui.h"
#include "gui/window/panels/panel.h"

namespace commlab {

// REQUIRES: presented().
void presenter_panel(Panel&, Ui&);

// Draws a ring around the pointer while the ring is switched on.
void draw_spotlight(Canvas&, const Session&, PicturePoint pointer);

// With one screen: draws the teacher's notes over the right half of the lesson while the notes are switched
// on.
void notes_overlay(Ui&, const Session&, const Area& window);

}  // namespace commlab
