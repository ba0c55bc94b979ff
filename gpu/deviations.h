#pragma once
// Memory that must have known values, and how it differs from them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/collective/collective.h"
#include "core/collective/data_pattern.h"

namespace commlab {

// Part of a rank's output.
struct PromisedMemory {
  Rank rank;
  std::span<const std::byte> memory;
  KnownValues values;
};

struct Deviations {
  struct Difference {
    std::size_t part;      // the first of the parts that differs
    std::int64_t element;  // its first element that differs
    Memory found;          // this element
  };
  std::optional<Difference> wrong;
  bool rounded = false;  // some values differ, but no more than they may
};

}  // namespace commlab
