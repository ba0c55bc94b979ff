#pragma once
// Where a lesson's page and its pictures are: the page on the left, and beside it the panels that its view
// names, or those of what is to be seen.

#include "gui/window/frame/layout_of_window.h"

namespace commlab {

// In the area `rest`.
void place_lesson(WindowLayout&, Area rest, const Theme&, const Settings&, WindowContent,
                  const LessonArrangement&);

}  // namespace commlab
