#pragma once
// Neighbouring elements of a vector.

#include <cstdint>

namespace commlab {

struct ElementRange {
  std::int64_t first = 0;
  std::int64_t last = 0;  // one past the last element
  std::int64_t size() const { return last - first; }
  bool operator==(const ElementRange&) const = default;
};

}  // namespace commlab
