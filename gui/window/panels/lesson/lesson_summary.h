#pragma once
// The page after a lesson's last step: your results, and what comes next.

#include "gui/window/imgui/ui.h"
#include "gui/window/page/lesson_page.h"
#include "gui/window/session/session.h"

namespace commlab {

void lesson_summary(Ui&, Session&, const LessonPage&, const Area&);

}  // namespace commlab
