#include "gui/window/session/playing.h"

#include <algorithm>
#include <cmath>

namespace commlab {
namespace {

constexpr double glide_seconds = 0.5;

Followed followed(const Selection& selected) {
  Followed followed;
  followed.rank = selected.rank.value_or(0);
  followed.block = selected.block.value_or(0);
  followed.part = selected.part;
  return followed;
}

double ease(double x) { return x * x * (3 - 2 * x); }

}  // namespace

void go_to(Session& session, Time t) {
  View& view = session.view;
  view.now = std::clamp(t, Time{}, session.scene->playback.end());
  view.rested = view.now;
  view.playing = false;
  session.glide.reset();
}

void step(Session& session, StepUnit unit, int direction) {
  View& view = session.view;
  const Playback& playback = session.scene->playback;
  const Time from = session.glide ? session.glide->to : view.now;
  const Time to = direction > 0 ? playback.next(unit, from, followed(view.selected))
                                : playback.previous(unit, from, followed(view.selected));
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
  const TimeScale& map = session.scene->time_scale(view.axis);
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
  view.now = session.scene->playback.end();
  view.playing = false;
}

double slowdown(const Session& session) {
  const double seconds = seconds_of(session.scene->playback.end());
  return seconds > 0 ? seconds_for_all / session.view.speed / seconds : 1;
}

}  // namespace commlab
