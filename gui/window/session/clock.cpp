#include "gui/window/session/clock.h"

#include <algorithm>
#include <cassert>

namespace commlab {
namespace {

Followed followed(const Selection& selected) {
  Followed followed;
  followed.rank = selected.rank.value_or(0);
  followed.block = selected.block.value_or(0);
  followed.part = selected.part;
  return followed;
}

// Null if only the session's own run has stops of this unit.
const Playback* other_playback(const Session& session, StepUnit unit) {
  const bool follows = unit == StepUnit::chunk || unit == StepUnit::rank;
  return session.beside.scene && !follows ? &session.beside.scene->playback : nullptr;
}

}  // namespace

const Scene& run_of_clock(const Session& session) {
  assert(session.scene && "there is a run");
  const Scene* const other = session.beside.scene.get();
  return other && other->playback.end() > session.scene->playback.end() ? *other : *session.scene;
}

Time clock_end(const Session& session) { return run_of_clock(session).playback.end(); }

const TimeScale& clock_scale(const Session& session) {
  return run_of_clock(session).time_scale(session.view.axis);
}

Time next_stop(const Session& session, StepUnit unit, Time t) {
  Time next = session.scene->playback.next(unit, t, followed(session.view.selected));
  const Playback* const other = other_playback(session, unit);
  if (!other) return std::max(next, t);
  const Time others = other->next(unit, t);
  if (next <= t) return std::max(others, t);  // its own run is over
  return others <= t ? next : std::min(next, others);
}

Time previous_stop(const Session& session, StepUnit unit, Time t) {
  const Time previous = session.scene->playback.previous(unit, t, followed(session.view.selected));
  const Playback* const other = other_playback(session, unit);
  return other ? std::max(previous, other->previous(unit, t)) : previous;
}

}  // namespace commlab
