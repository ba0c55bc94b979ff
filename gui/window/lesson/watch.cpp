#include "gui/window/lesson/watch.h"

#include <utility>

#include "gui/window/lesson/scene.h"
#include "gui/window/lesson/tutor.h"

namespace commlab {
namespace {

// The lesson opens anew at the same step. If the file has a mistake, the notice says so, and the old lesson
// stays.
void load_lesson_anew(Session& session) {
  session.tutor.start("loading the lesson anew",
                      [&tools = session.tools, old = session.lesson.player](
                          std::stop_token, const ReportProgress&) -> Worker::Apply {
                        Result<Lesson> lesson = tools.lesson(old->lesson().file);
                        if (!lesson) return [why = lesson.error().message](Session& s) { s.notice = why; };
                        const auto player =
                            std::make_shared<Player>(std::move(*lesson), tools.laboratory, old->record());
                        return [old, player, shown = make_shown(player, tools.laboratory)](Session& s) {
                          if (s.lesson.player != old) return;
                          s.lesson.player = player;
                          show_page(s, shown, Attention::none);
                          s.notice.clear();
                          s.answer = "The lesson's file has changed and was loaded again.";
                        };
                      });
}

}  // namespace

LessonWatch watch_of(const std::filesystem::path& file) {
  LessonWatch watch;
  if (Result<FileWatch> found = FileWatch::of(file)) watch.file = std::move(*found);
  return watch;
}

void watch_lesson(Session& session) {
  LessonWatch& watch = session.lesson.watch;
  if (presenting(session) || in_quiz(session)) return;  // the new file may have other stops or questions
  if (!session.lesson.page || !watch.file) return;
  watch.saved |= watch.file->saved();
  if (watch.saved && !session.tutor.busy()) {
    watch.saved = false;
    load_lesson_anew(session);
  }
}

}  // namespace commlab
