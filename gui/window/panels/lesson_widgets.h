#pragma once
// What a lesson's questions are answered in: choices, fields, buttons.

#include "gui/window/imgui/ui.h"
#include "gui/window/page/layout.h"
#include "gui/window/session/session.h"

namespace commlab {

// A button that does what a command does: its tooltip says what, and its key.
bool lesson_button(Ui&, const Session&, std::string_view id, std::string_view command, std::string_view label,
                   const Area&, ButtonLook);

// Nothing for parts that are only looked at.
void lesson_widget(Ui&, Session&, const LessonPage&, const PagePart&, const Area&);

}  // namespace commlab
