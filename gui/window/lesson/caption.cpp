#include "gui/window/lesson/caption.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/units.h"
#include "gui/window/lesson/asked_ring.h"
#include "gui/window/lesson/draw_ring.h"
#include "gui/window/run/script_shown.h"
#include "gui/window/script/launch_picture.h"
#include "gui/window/session/beside.h"
#include "gui/window/session/clock.h"

namespace commlab {
namespace {

// What each run does now; in the end, which was faster.
std::string sentence_of_two(const Session& session) {
  const Scene &own = *session.scene, &other = *session.beside.scene;
  const auto [own_name, other_name] = beside_names(session);
  const Time own_end = own.playback.end(), other_end = other.playback.end();
  if (session.view.now >= clock_end(session)) {
    if (own_end == other_end) return fmt::format("Both take {}.", to_human(own_end));
    const bool own_wins = own_end < other_end;
    const Time less = std::min(own_end, other_end), more = std::max(own_end, other_end);
    const double times = less.ps > 0 ? static_cast<double>(more.ps) / static_cast<double>(less.ps) : 1;
    return fmt::format("{} takes {}, {} takes {}: {:.2f} times as long.", own_wins ? own_name : other_name,
                       to_human(less), own_wins ? other_name : own_name, to_human(more), times);
  }
  const auto words = [&](const Scene& scene, const std::string& name) {
    const bool over = session.view.now >= scene.playback.end();
    return over ? fmt::format("{} is done.", name)
                : fmt::format("{}: {}.", name, scene.sentence(session.view.now));
  };
  return fmt::format("{} {}", words(own, own_name), words(other, other_name));
}

}  // namespace

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
  if (session.beside.scene) return sentence_of_two(session);
  return session.scene->sentence(session.view.now);
}

}  // namespace commlab
