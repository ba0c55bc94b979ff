#pragma once
// The layout beside a lesson: its page on the left, and on the right the panels that the step's view names,
// or else the usual panels for this content.

#include "gui/window/draw/theme.h"
#include "gui/window/frame/window_layout.h"
#include "gui/window/run/window_content.h"
#include "gui/window/session/settings.h"

namespace commlab {

// Divides the area `rest`.
void place_lesson(WindowLayout&, Area rest, const Theme&, const Settings&, WindowContent,
                  const LessonArrangement&);

}  // namespace commlab
