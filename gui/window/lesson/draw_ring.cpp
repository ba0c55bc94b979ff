#include "gui/window/lesson/draw_ring.h"

#include <algorithm>

#include <fmt/ranges.h>

#include "gui/window/lesson/play.h"
#include "gui/window/lesson/presenter.h"
#include "gui/window/session/session.h"
#include "lessons/value.h"

namespace commlab {
namespace {

constexpr std::string_view ring_key = "ring";

RingHop hop_between(const Topology& topology, const Router& router, Rank from, Rank to) {
  RingHop hop{.from = from, .to = to};
  const Result<std::vector<LinkId>> way = router.route(from, to);
  if (!way || way->empty()) return hop;
  hop.way = *way;
  hop.width = topology.links[static_cast<std::size_t>(way->front())].bandwidth;
  for (const LinkId link : *way)
    hop.width = std::min(hop.width, topology.links[static_cast<std::size_t>(link)].bandwidth);
  return hop;
}

bool allows_ring(const Question& question) {
  return changes_scene(question) && std::ranges::find(question.allow, ring_key) != question.allow.end();
}

int ranks_of(const Session& session) { return session.scene->trace().collective.ranks; }
const Topology& topology_of(const Session& session) { return session.scene->trace().topology; }

void set_order(Session& session, std::vector<Rank> order) {
  session.lesson.drawn = drawn_ring(topology_of(session), std::move(order), ranks_of(session));
}

std::string so_far(const DrawnRing& drawn) {
  std::string words = fmt::format("GPU {}", fmt::join(drawn.order, " → "));
  if (drawn.closed()) words += fmt::format(" → {}", drawn.order.front());
  if (const RingHop* const narrowest = narrowest_of(drawn))
    words += fmt::format(": the narrowest hop{}, {} to {}, carries {}", drawn.closed() ? "" : " so far",
                         narrowest->from, narrowest->to, width_text(*narrowest));
  return words + ".";
}

}  // namespace

DrawnRing drawn_ring(const Topology& topology, std::vector<Rank> order, int ranks) {
  DrawnRing drawn{.order = std::move(order)};
  const Router router(topology);
  const std::size_t clicked = drawn.order.size();
  const bool closes = clicked > 1 && static_cast<int>(clicked) == ranks;
  for (std::size_t i = 0; i + (closes ? 0 : 1) < clicked; ++i)
    drawn.hops.push_back(hop_between(topology, router, drawn.order[i], drawn.order[(i + 1) % clicked]));
  drawn.emphasis = {.nodes = std::vector<bool>(topology.nodes.size(), false),
                    .links = std::vector<bool>(topology.links.size(), false)};
  for (const Rank rank : drawn.order) drawn.emphasis.nodes[static_cast<std::size_t>(rank)] = true;
  for (const RingHop& hop : drawn.hops)
    for (const LinkId link : hop.way) drawn.emphasis.links[static_cast<std::size_t>(link)] = true;
  return drawn;
}

std::string width_text(const RingHop& hop) {
  return hop.way.empty() ? "nothing" : written(value_of(hop.width));
}

bool is_on(const DrawnRing& drawn, const Topology& topology) {
  return drawn.emphasis.nodes.size() == topology.nodes.size() &&
         drawn.emphasis.links.size() == topology.links.size();
}

const RingHop* narrowest_of(const DrawnRing& drawn) {
  const auto narrowest = std::ranges::min_element(drawn.hops, {}, &RingHop::width);
  return narrowest == drawn.hops.end() ? nullptr : &*narrowest;
}

std::string ring_text(std::span<const Rank> order) { return fmt::format("{}", fmt::join(order, ",")); }

const QuestionState* asks_for_ring(const Session& session) {
  const LessonShown* const shown = session.lesson_beside();
  if (!shown || !session.scene || !session.lesson.page || shown->content != WindowContent::experiment)
    return nullptr;
  const PresentedStop* const stop = presented(session);
  if (stop && stop->stop.kind != TeachingStop::Kind::asked)
    return nullptr;  // a class draws while it is asked
  const QuestionState* found = nullptr;
  for (const StepContent::Item& item : session.lesson.page->content.items) {
    const auto* const state = std::get_if<QuestionState>(&item);
    if (state && allows_ring(*state->question) && (!found || !is_open(*found))) found = state;
  }
  return found;
}

bool add_to_ring(Session& session, Rank rank) {
  const QuestionState* const state = asks_for_ring(session);
  if (!state || rank < 0 || rank >= ranks_of(session) || session.tutor.busy()) return false;
  LessonState& lesson = session.lesson;
  std::vector<Rank> order =
      lesson.drawn.closed() ? std::vector<Rank>{} : lesson.drawn.order;  // after one, another
  if (std::ranges::find(order, rank) != order.end()) {
    session.notice = fmt::format("GPU {} is on the ring already. Backspace takes the last one back.", rank);
    return true;
  }
  if (order.empty()) go_to(session, {});  // what was run is out of the way
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
