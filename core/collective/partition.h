#pragma once
// Where a full vector is cut: first into blocks, then each block into parts (one for each channel and
// pipeline piece). Blocks and parts may be empty. All cuts are decided here.

#include <cstdint>

#include "core/collective/collective.h"

namespace commlab {

enum class PartitionRule : std::uint8_t {
  even,     // block b starts at floor(b * elements / blocks): sizes differ by at most one element
  blocked,  // blocks of ceil(elements / blocks), the last ones short or empty: gloo, torch.split
};

struct ElementRange {
  std::int64_t first = 0;
  std::int64_t last = 0;  // one past the last element
  std::int64_t size() const { return last - first; }
  bool operator==(const ElementRange&) const = default;
};

struct Partition {
  std::int64_t elements = 0;
  int blocks = 1;
  int parts = 1;
  PartitionRule rule = PartitionRule::even;

  ElementRange block(int block) const;
  ElementRange chunk(int block, int part) const;  // REQUIRES: 0 <= block < blocks, 0 <= part < parts.
  bool uniform() const;                           // every chunk has the same size
  Partition evened() const;                       // with as many elements that all have that of the smallest
  Partition rounded_up() const;                   // or that of the largest
};

// The elements of the full vector that the rank's buffer stores; empty if the rank has no such buffer. A
// chunk lies in the buffer at chunk.first - stored.first. Scratch mirrors the full vector.
ElementRange stored(const Collective&, const Partition&, Buffer, Rank);

}  // namespace commlab
