#pragma once
// A place in a container. Ranks, links and counts are signed in this program; containers want them unsigned.

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace commlab {

// REQUIRES: i >= 0.
constexpr std::size_t index(std::int64_t i) {
  assert(i >= 0 && "a place in a container");
  return static_cast<std::size_t>(i);
}

}  // namespace commlab
