#pragma once
// The lesson: its step's text, what is answered in, and the way to the next step. Words are drawn by
// lesson_layout; here are the widgets on top of them.

#include "gui/window/panels/panel.h"

namespace commlab {

void lesson_panel(Panel&);

}  // namespace commlab
