#include "gui/window/lesson/draw_ring.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/lesson/asked_ring.h"
#include "gui/window/lesson/play.h"
#include "gui/window/session/playing.h"

namespace commlab {
namespace {

int ranks_of(const Session& session) { return session.scene->trace().collective.ranks; }
void set_order(Session& session, std::vector<Rank> order) {
  session.lesson.drawn = drawn_ring(session.scene->trace().topology, std::move(order), ranks_of(session));
}

}  // namespace

bool add_to_ring(Session& session, Rank rank) {
  const QuestionState* const state = asks_for_ring(session);
  if (!state || rank < 0 || rank >= ranks_of(session) || session.tutor.busy()) return false;
  LessonState& lesson = session.lesson;
  std::vector<Rank> order =
      lesson.drawn.closed() ? std::vector<Rank>{} : lesson.drawn.order;  // if closed, begin a new one
  if (std::ranges::find(order, rank) != order.end()) {
    session.notice = fmt::format("GPU {} is on the ring already. Backspace takes the last GPU back.", rank);
    return true;
  }
  if (order.empty()) go_to(session, {});  // to the run's beginning, so that its messages are gone
  order.push_back(rank);
  set_order(session, std::move(order));
  lesson.edits[std::string(ring_key)] = ring_text(lesson.drawn.order);
  if (!lesson.drawn.closed()) return true;
  lesson.run_key = ring_key;
  commit_answer(session, *state);
  return true;
}

bool take_back(Session& session) {
  DrawnRing& drawn = session.lesson.drawn;
  if (drawn.empty() || !asks_for_ring(session) || session.tutor.busy()) return false;
  std::vector<Rank> order = drawn.order;
  order.pop_back();
  set_order(session, std::move(order));
  if (drawn.empty())
    session.lesson.edits.erase(std::string(ring_key));
  else
    session.lesson.edits[std::string(ring_key)] = ring_text(drawn.order);
  return true;
}

}  // namespace commlab
