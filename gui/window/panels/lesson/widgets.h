#pragma once
// The widgets that answer a lesson's questions: choices, fields, buttons.

#include "gui/window/imgui/ui.h"
#include "gui/window/page/layout.h"
#include "gui/window/session/session.h"

namespace commlab {

// A button for a command. Its tooltip names the command and its key.
bool lesson_button(Ui&, const Session&, std::string_view id, std::string_view command, std::string_view label,
                   const Area&, ButtonLook);

// Draws the part's widget; does nothing for a part without one.
void lesson_widget(Ui&, Session&, const LessonPage&, const PagePart&, const Area&);

}  // namespace commlab
