#pragma once
// The time in the middle of several times.

#include <algorithm>
#include <vector>

#include "core/base/units.h"

namespace commlab {

// If their number is even, it is the longer of the two in the middle. Without any times it is 0.
inline Time median(std::vector<Time> times) {
  if (times.empty()) return {};
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

}  // namespace commlab
