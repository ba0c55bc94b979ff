#pragma once
// Work that would take a known time if nothing slowed it down: a kernel that shares its GPU's SMs, a
// collective that shares its links. Its speed is a part of the full one, and changes from time to time.
//
//   10 ms of work, of which 4 ms go by at 1/2:   ####::::::::####    14 ms
//
// Speeds are whole multiples of 2^-50: ends are right to the nearest picosecond for 10 ms of work, and to a
// few of them for a second.

#include <cstdint>
#include <vector>

#include "core/base/units.h"

namespace commlab {

using Speed = std::int64_t;
inline constexpr Speed full_speed = Speed{1} << 50;

class SlowedWork {
 public:
  // Begins at full speed.
  SlowedWork(Time work, Time now) : stretches_{{.from = now, .left = of(work), .speed = full_speed}} {}

  // REQUIRES: 0 <= speed <= full_speed; now is not before an earlier change, nor behind the end.
  void set_speed(Speed, Time now);
  Speed speed() const { return stretches_.back().speed; }

  Time end() const;  // at this speed; `never` if it is 0
  bool was_slowed() const { return stretches_.size() > 1; }
  // When that much of the work is done. REQUIRES: no more than there is; the speed is not 0.
  Time when(Time done) const;

  // Tells an end that was computed before the last change from one that still holds.
  std::uint32_t stamp() const { return static_cast<std::uint32_t>(stretches_.size()) - 1; }

 private:
  using Amount = __int128;  // picoseconds at full speed, times full_speed
  struct Stretch {
    Time from;
    Amount left;
    Speed speed;
    Time moment_of(Amount then_left) const;
  };
  static Amount of(Time work) { return Amount{work.ps} * full_speed; }

  std::vector<Stretch> stretches_;
};

}  // namespace commlab
