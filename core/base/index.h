#pragma once
// A signed number as a place in a container, which counts unsigned: for products that need 64 bits, and for
// comparisons with a size.

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
