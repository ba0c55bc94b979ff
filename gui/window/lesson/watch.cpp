#include "gui/window/lesson/watch.h"

#include <utility>

#include "gui/window/lesson/play.h"
#include "gui/window/lesson/quiz.h"
#include "gui/window/session/session.h"

namespace commlab {

LessonWatch watch_of(const std::filesystem::path& file) {
  LessonWatch watch;
  if (Result<FileWatch> found = FileWatch::of(file)) watch.file = std::move(*found);
  return watch;
}

void watch_lesson(Session& session) {
  LessonWatch& watch = session.lesson.watch;
  if (presenting(session) || in_quiz(session)) return;  // its stops or questions would be others
  if (!session.lesson.page || !watch.file) return;
  watch.saved |= watch.file->saved();
  if (watch.saved && !session.tutor.busy()) {
    watch.saved = false;
    load_lesson_anew(session);
  }
}

}  // namespace commlab
