#include "gui/window/lesson/asked_ring.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "lessons/model/question_kinds.h"

namespace commlab {
namespace {

bool allows_ring(const Question& question) {
  return changes_scene(question) && std::ranges::find(question.allow, ring_key) != question.allow.end();
}

const Topology& topology_of(const Session& session) { return session.scene->trace().topology; }

std::string so_far(const DrawnRing& drawn) {
  std::string words = fmt::format("GPU {}", fmt::join(drawn.order, " → "));
  if (drawn.closed()) words += fmt::format(" → {}", drawn.order.front());
  if (const RingHop* const narrowest = narrowest_of(drawn))
    words += fmt::format(": the narrowest hop{}, {} to {}, carries {}", drawn.closed() ? "" : " so far",
                         narrowest->from, narrowest->to, width_text(*narrowest));
  return words + ".";
}

}  // namespace

const QuestionState* asks_for_ring(const Session& session) {
  const LessonShown* const shown = session.lesson_beside();
  if (!shown || !session.scene || !session.lesson.page || shown->content != WindowContent::experiment)
    return nullptr;
  const PresentedStop* const stop = presented(session);
  if (stop && stop->stop.kind != TeachingStop::Kind::asked)
    return nullptr;  // a class draws only at the stop that asks
  const QuestionState* found = nullptr;
  for (const StepContent::Item& item : session.lesson.page->content.items) {
    const auto* const state = std::get_if<QuestionState>(&item);
    if (state && allows_ring(*state->question) && (!found || !is_open(*found))) found = state;
  }
  return found;
}

void follow_ring(Session& session) {
  DrawnRing& drawn = session.lesson.drawn;
  if (drawn.empty()) return;
  const SceneKeys& keys = session.lesson.page->keys;
  const auto now = std::ranges::find(keys, ring_key, &SceneKey::first);
  const bool is_run = now != keys.end() && now->second == ring_text(drawn.order);
  const bool stays = asks_for_ring(session) && is_on(drawn, topology_of(session));
  if (!stays || (drawn.closed() && !is_run)) drawn = {};
}

std::string words_about_ring(const Session& session) {
  if (!asks_for_ring(session)) return "";
  const DrawnRing& drawn = session.lesson.drawn;
  if (drawn.empty()) return "Draw the ring: click the GPUs, one after the other. The last one closes it.";
  const std::string words = so_far(drawn);
  return drawn.closed() ? words : words + " Backspace takes one back.";
}

}  // namespace commlab
