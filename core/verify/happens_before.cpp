#include "core/verify/happens_before.h"

#include <cassert>

#include "core/base/index.h"

namespace commlab {

HappensBefore::HappensBefore(const History& history) : history_(history) {
  const Programs& programs = history.programs;
  std::size_t events = 0;
  for (Rank rank = 0; rank < programs.collective.ranks; ++rank) {
    first_lane_.push_back(first_event_.size());
    for (const Lane& lane : programs.of(rank).lanes) {
      first_event_.push_back(events);
      events += lane.code.size();
    }
  }
  first_lane_.push_back(first_event_.size());
  first_event_.push_back(events);
  events_.resize(events, nothing);
}

void HappensBefore::note(EventId e) {
  const Done& d = history_.done(e);
  events_[place_of(d.rank, d.lane, d.index)] = e;
}

std::size_t HappensBefore::place_of(Rank rank, int lane, int nth) const {
  return first_event_[first_lane_[rank] + index(lane)] + index(nth);
}

EventId HappensBefore::event_of(Rank rank, int lane, int nth) const {
  return events_[place_of(rank, lane, nth)];
}

// Nearly always a lane or a dependency orders the two; a search is needed only if not.
bool HappensBefore::ordered(EventId earlier, EventId later) {
  assert(0 <= earlier && earlier < later && later < static_cast<EventId>(history_.events.size()));
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

// The search stops at events before the target: they cannot have waited for it.
bool HappensBefore::reaches(EventId from, EventId target) {
  begin_search();
  visit(from);
  return search(target, [&](EventId e) { return e == target; });
}

std::vector<bool> HappensBefore::heard_from(EventId event) {
  std::vector<bool> heard(index(history_.programs.collective.ranks));
  begin_search();
  visit(event);
  search(0, [&](EventId e) {
    heard[history_.done(e).rank] = true;
    return false;
  });
  return heard;
}

void HappensBefore::look_back_from_the_end_of(Rank rank) {
  begin_search();
  for (std::size_t lane = first_lane_[rank]; lane < first_lane_[rank + 1]; ++lane)
    if (first_event_[lane] < first_event_[lane + 1]) visit(events_[first_event_[lane + 1] - 1]);
  search(0, [](EventId) { return false; });
}

void HappensBefore::begin_search() {
  visited_.resize(history_.events.size(), 0);
  stack_.clear();
  ++search_;
}

void HappensBefore::visit(EventId e, EventId no_earlier_than) {
  if (e < no_earlier_than || was_seen(e)) return;
  visited_[e] = search_;
  stack_.push_back(e);
}

// Searches backwards, over all that had to come before.
template <class Found>
bool HappensBefore::search(EventId no_earlier_than, Found found) {
  while (!stack_.empty()) {
    const EventId e = stack_.back();
    stack_.pop_back();
    if (found(e)) return true;
    const Done& d = history_.done(e);
    if (d.index > 0) visit(event_of(d.rank, d.lane, d.index - 1), no_earlier_than);
    for (const Dependency& on : history_.programs.of(d.rank).depends_on(history_.instruction(d)))
      visit(event_of(d.rank, on.lane, on.index), no_earlier_than);
    if (d.taken != nothing) visit(history_.sender(d), no_earlier_than);
    if (history_.instruction(d).op != Opcode::wait) continue;
    for (const EventId arrival : history_.meetings[d.meeting]) visit(arrival, no_earlier_than);
  }
  return false;
}

}  // namespace commlab
