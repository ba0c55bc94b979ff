#pragma once
// Where a lesson's page and its pictures are: the page on the left, and beside it the panels that its view
// names, or those of what is to be seen.

#include "gui/window/draw/theme.h"
#include "gui/window/frame/window_layout.h"
#include "gui/window/run/window_content.h"
#include "gui/window/session/settings.h"

namespace commlab {

// In the area `rest`.
void place_lesson(WindowLayout&, Area rest, const Theme&, const Settings&, WindowContent,
                  const LessonArrangement&);

}  // namespace commlab
