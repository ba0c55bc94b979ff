#include "gui/window/lesson/caption.h"

#include "gui/window/lesson/asked_ring.h"
#include "gui/window/lesson/draw_ring.h"
#include "gui/window/run/script_shown.h"
#include "gui/window/script/launch_picture.h"

namespace commlab {

std::string caption_of(const Session& session) {
  if (const PresentedStop* stop = presented(session)) {
    if (stands_alone(stop->stop)) return "";
    if (is_locked(session)) return stop->stop.question >= 0 ? "What do you say? The run comes after it." : "";
  }
  if (is_locked(session)) return std::string(why_nothing_plays(session));
  const LessonShown* const lesson = session.lesson_beside();
  if (lesson && !session.what_if.shows_another_run()) {
    if (!session.lesson.drawn.empty()) return words_about_ring(session);
    if (const std::string& caption = lesson->page.content.view.caption; !caption.empty()) return caption;
    if (std::string ring = words_about_ring(session); !ring.empty() && !session.view.playing) return ring;
    if (lesson->launched) return launch_sentence(*lesson->launched);
    if (lesson->content == WindowContent::machine || lesson->content == WindowContent::inputs) return "";
  }
  if (session.scene->only_inputs()) return std::string(predict_before_run);
  if (session.script_run) return script_sentence(session.script_shown());
  return session.scene->sentence(session.view.now);
}

}  // namespace commlab
