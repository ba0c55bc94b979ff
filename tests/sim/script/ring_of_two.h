#pragma once
// The all_reduce that tests of shared links are made of, and whole-number arithmetic with its time.

#include "core/base/units.h"

namespace commlab {

// On two ranks a ring's all_reduce of 8 MB is two messages of 4 MB, one after the other in each
// direction: 4.001 ms each at 1 GB/s, 1 us of it latency. So it takes 8/8.002 of both links of either rank.
inline constexpr Time alone = microseconds(8002);

// n * a / b, to the nearest picosecond
inline Time times(Time n, std::int64_t a, std::int64_t b) {
  return {static_cast<std::int64_t>((static_cast<__int128>(n.ps) * a + b / 2) / b)};
}

}  // namespace commlab
