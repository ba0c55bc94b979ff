#include "gui/window/lesson/way_back.h"

#include "gui/window/lesson/scene.h"

namespace commlab {
namespace {

// A run beside the page that is not the lesson's own.
bool shows_another_run(const Session& session) {
  const LessonShown& lesson = *session.lesson_shown;
  if (session.what_if.open || session.worker.busy() || !session.scene || !lesson.picture) return false;
  if (lesson.content == WindowContent::script) return session.script_run != lesson.script_run;
  return lesson.content == WindowContent::experiment && session.scene->played != lesson.picture->played;
}

}  // namespace

bool has_left_lesson(const Session& session) {
  if (!session.lesson.player || !session.lesson_shown) return false;
  return session.view.arrange != Arrange::lesson || shows_another_run(session);
}

void return_to_lesson(Session& session) {
  if (!has_left_lesson(session)) return;
  session.view.arrange = Arrange::lesson;
  if (shows_another_run(session)) show_lesson_scene(session, *session.lesson_shown);
}

}  // namespace commlab
