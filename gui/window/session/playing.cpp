#include "gui/window/session/playing.h"

#include <algorithm>
#include <cmath>

#include "gui/window/session/clock.h"

namespace commlab {
namespace {

constexpr double glide_seconds = 0.5;

double ease(double x) { return x * x * (3 - 2 * x); }

}  // namespace

void go_to(Session& session, Time t) {
  View& view = session.view;
  view.now = std::clamp(t, Time{}, clock_end(session));
  view.rested = view.now;
  view.playing = false;
  session.glide.reset();
}

void step(Session& session, StepUnit unit, int direction) {
  View& view = session.view;
  const Time from = session.glide ? session.glide->to : view.now;
  const Time to = direction > 0 ? next_stop(session, unit, from) : previous_stop(session, unit, from);
  view.playing = false;
  view.rested = from;
  session.glide = Glide{.from = view.now, .to = to};
  if (view.reduced_motion) {
    view.now = to;
    session.glide.reset();
  }
}

void play_for(Session& session, double seconds) {
  View& view = session.view;
  const TimeScale& map = clock_scale(session);
  if (session.glide) {
    Glide& glide = *session.glide;
    glide.seconds += seconds;
    const double share = std::min(1.0, glide.seconds / glide_seconds);
    const double from = map.position(glide.from), to = map.position(glide.to);
    view.now = share < 1 ? map.time(from + (to - from) * ease(share)) : glide.to;
    if (share == 1) session.glide.reset();
    return;
  }
  if (!view.playing) return;
  const double position = map.position(view.now) + seconds * view.speed / seconds_for_all;
  if (position < 1) {
    view.now = map.time(position);
    return;
  }
  view.now = clock_end(session);
  view.playing = false;
}

double slowdown(const Session& session) {
  const double seconds = seconds_of(clock_end(session));
  return seconds > 0 ? seconds_for_all / session.view.speed / seconds : 1;
}

}  // namespace commlab
