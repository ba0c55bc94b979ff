#include "gui/window/lesson/list.h"

namespace commlab {

void open_lessons(Session& session) {
  session.tutor.stop();
  session.lesson = {.notes = session.lesson.notes};
  session.lesson_shown = nullptr;
  session.view.arrange = Arrange::lesson;
  if (session.tools.lessons) session.lesson.names = session.tools.lessons();
}

}  // namespace commlab
