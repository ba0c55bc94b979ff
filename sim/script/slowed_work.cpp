#include "sim/script/slowed_work.h"

#include <algorithm>
#include <cassert>

namespace commlab {

void SlowedWork::set_speed(Speed speed, Time now) {
  assert(speed >= 0 && speed <= full_speed && now >= stretches_.back().from);
  const Stretch& last = stretches_.back();
  if (speed == last.speed) return;
  const Amount done = Amount{(now - last.from).ps} * last.speed;
  stretches_.push_back({.from = now, .left = std::max(last.left - done, Amount{0}), .speed = speed});
}

// To the nearest picosecond.
Time SlowedWork::Stretch::moment_of(Amount then_left) const {
  return from + Time{static_cast<std::int64_t>((left - then_left + speed / 2) / speed)};
}

Time SlowedWork::end() const {
  const Stretch& last = stretches_.back();
  if (last.speed > 0) return last.moment_of(0);
  return last.left > 0 ? never : last.from;
}

Time SlowedWork::when(Time done) const {
  const Amount then_left = stretches_.front().left - of(done);
  std::size_t s = stretches_.size() - 1;
  while (s > 0 && stretches_[s].left < then_left) --s;
  return stretches_[s].moment_of(then_left);
}

}  // namespace commlab
