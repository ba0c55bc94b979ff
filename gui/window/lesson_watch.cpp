#include "gui/window/lesson_watch.h"

#include "gui/window/lesson_play.h"
#include "gui/window/quiz.h"
#include "gui/window/session.h"

namespace commlab {
namespace {

constexpr std::chrono::seconds between_looks{1};

}  // namespace

std::optional<std::filesystem::file_time_type> time_written(const std::filesystem::path& file) {
  std::error_code unknown;
  const auto time = std::filesystem::last_write_time(file, unknown);
  return unknown ? std::nullopt : std::optional(time);
}

void watch_lesson(Session& session) {
  LessonWatch& watch = session.lesson.watch;
  const auto now = std::chrono::steady_clock::now();
  if (presenting(session) || in_quiz(session)) return;  // its stops or questions would be others
  if (!session.lesson.page || session.watcher.busy() || now - watch.looked < between_looks) return;
  watch.looked = now;
  session.watcher.start(
      "looking at the lesson's file",
      [file = session.lesson.player->lesson().file](std::stop_token, const ReportProgress&) -> Worker::Apply {
        return [file, written = time_written(file)](Session& s) {
          const LessonState& lesson = s.lesson;
          const bool same = lesson.player && lesson.player->lesson().file == file;
          if (same && written && written != lesson.watch.written) load_lesson_anew(s, *written);
        };
      });
}

}  // namespace commlab
