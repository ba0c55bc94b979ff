#pragma once
// Random choices from a seed, the same on every computer.

#include <cassert>
#include <cstdint>
#include <iterator>

#include "core/base/splitmix.h"

namespace commlab {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(splitmix(seed)) {}

  // 0..n-1. REQUIRES: n >= 1.
  int below(int n) {
    assert(n >= 1);
    state_ = splitmix(state_);
    return static_cast<int>((state_ >> 11) % static_cast<std::uint64_t>(n));
  }
  bool one_in(int n) { return below(n) == 0; }
  // REQUIRES: the list is not empty.
  template <class List>
  auto pick(const List& list) {
    return *std::next(std::begin(list), below(static_cast<int>(std::size(list))));
  }

 private:
  std::uint64_t state_;
};

}  // namespace commlab
