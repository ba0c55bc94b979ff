#include "core/happens_before.h"

namespace commlab {

HappensBefore::HappensBefore(const History& history) : history_(history) {
  const Programs& programs = history.programs;
  for (Rank rank = 0; rank < programs.collective.ranks; ++rank)
    events_.emplace_back(programs.of(rank).lanes.size());
}

void HappensBefore::note(EventId e) {
  const Done& d = history_.done(e);
  events_[static_cast<std::size_t>(d.rank)][static_cast<std::size_t>(d.lane)].push_back(e);
}

EventId HappensBefore::event_of(Rank rank, int lane, int index) const {
  return events_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(lane)]
                [static_cast<std::size_t>(index)];
}

// Nearly always one lane, or a dependency, orders the two; only otherwise a search is worth its time.
bool HappensBefore::ordered(EventId earlier, EventId later) {
  return waits_directly(earlier, later) || reaches(later, earlier);
}

bool HappensBefore::waits_directly(EventId earlier, EventId later) const {
  const Done& a = history_.done(earlier);
  const Done& b = history_.done(later);
  if (a.rank != b.rank) return false;
  if (a.lane == b.lane) return true;
  for (const Dependency& d : history_.programs.of(b.rank).depends_on(history_.instruction(b)))
    if (d.lane == a.lane && d.index >= a.index) return true;
  return false;
}

// Backwards from an event over all that it had to wait for; what happened before the target
// cannot have waited for it.
bool HappensBefore::reaches(EventId from, EventId target) {
  visited_.resize(history_.events.size(), 0);
  ++search_;
  stack_ = {from};
  const auto visit = [&](EventId e) {
    if (e < target || visited_[static_cast<std::size_t>(e)] == search_) return;
    visited_[static_cast<std::size_t>(e)] = search_;
    stack_.push_back(e);
  };
  while (!stack_.empty()) {
    const EventId e = stack_.back();
    stack_.pop_back();
    if (e == target) return true;
    const Done& d = history_.done(e);
    if (d.index > 0) visit(event_of(d.rank, d.lane, d.index - 1));
    for (const Dependency& on : history_.programs.of(d.rank).depends_on(history_.instruction(d)))
      visit(event_of(d.rank, on.lane, on.index));
    if (d.taken != nothing) visit(history_.sender(d));
  }
  return false;
}

}  // namespace commlab
