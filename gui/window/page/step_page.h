#pragma once
// A lesson's step, set and drawn: prose, questions and the other blocks, one below the other.

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "gui/window/page/layout.h"
#include "gui/window/page/lesson_page.h"

namespace commlab {

// `notes`: the teacher's notes are shown, too.
PageLayout lay_out_page(const Canvas&, double width, const Theme&, const LessonPage&, bool notes = false);

// Draws everything but the widgets. `scrolled` pixels of the page are above the area.
void draw_page(Canvas&, const Area&, const PageLayout&, const Theme&, double scrolled = 0);

}  // namespace commlab
