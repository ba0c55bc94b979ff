#include "core/playback/time_scale.h"

#include <algorithm>
#include <cmath>

#include "core/base/index.h"

namespace commlab {

TimeScale::TimeScale(TimeAxis axis, const Playback& playback) : axis_(axis), playback_(&playback) {
  if (axis != TimeAxis::logical) return;
  step_ends_ = {playback.begin()};
  for (int step = 0; step < playback.steps(); ++step)
    if (const Time end = playback.step_end(step).end; end > step_ends_.back()) step_ends_.push_back(end);
  // What follows the last step (a barrier, say) belongs to it.
  if (step_ends_.size() == 1)
    step_ends_.push_back(playback.end());
  else
    step_ends_.back() = playback.end();
}

std::size_t TimeScale::places() const {
  switch (axis_) {
    case TimeAxis::linear: return 2;
    case TimeAxis::logical: return step_ends_.size();
    case TimeAxis::stretched: return index(playback_->events());
  }
  return 2;
}

TimeScale::Place TimeScale::place(std::size_t i) const {
  const double share = static_cast<double>(i) / static_cast<double>(places() - 1);
  switch (axis_) {
    case TimeAxis::linear: return {i == 0 ? playback_->begin() : playback_->end(), share};
    case TimeAxis::logical: return {step_ends_[i], share};
    case TimeAxis::stretched: break;
  }
  const Time at = playback_->event_time(static_cast<std::int64_t>(i));
  const double passed = static_cast<double>(at.ps) / static_cast<double>(playback_->end().ps);
  return {at, (passed + share) / 2};
}

// The last straight piece whose beginning is not after what is looked for.
template <class Before>
std::size_t TimeScale::piece(Before is_after) const {
  std::size_t first = 0;
  std::size_t last = places() - 1;
  while (last - first > 1) {
    const std::size_t middle = first + (last - first) / 2;
    (is_after(place(middle)) ? last : first) = middle;
  }
  return first;
}

double TimeScale::position(Time t) const {
  if (t <= playback_->begin()) return 0;
  if (t >= playback_->end()) return 1;
  const std::size_t i = piece([&](const Place& p) { return p.time > t; });
  const auto [from, to] = std::pair(place(i), place(i + 1));
  return from.position + (to.position - from.position) * static_cast<double>((t - from.time).ps) /
                             static_cast<double>((to.time - from.time).ps);
}

Time TimeScale::time(double position) const {
  if (!(position > 0)) return playback_->begin();
  if (position >= 1) return playback_->end();
  const std::size_t i = piece([&](const Place& p) { return p.position > position; });
  const auto [from, to] = std::pair(place(i), place(i + 1));
  const double share = (position - from.position) / (to.position - from.position);
  const double length = static_cast<double>((to.time - from.time).ps);
  return from.time + Time{std::llround(std::clamp(share, 0.0, 1.0) * length)};
}

}  // namespace commlab
