#pragma once
// The lesson's panel: the step's text, the widgets for answers, and the buttons to the next step.
// page/step_page.h draws the text; this panel draws the widgets over it.

#include "gui/window/panels/panel.h"

namespace commlab {

void lesson_panel(Panel&);

}  // namespace commlab
