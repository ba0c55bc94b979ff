#pragma once
// Where a full vector is cut: first into blocks, then each block into parts (one for each channel and
// pipeline piece). Blocks and parts may be empty. All cuts are decided here.

#include <cstdint>

#include "core/collective/collective.h"
#include "core/collective/element_range.h"

namespace commlab {

enum class PartitionRule : std::uint8_t {
  even,     // block b starts at floor(b * elements / blocks): sizes differ by at most one element
  blocked,  // blocks of ceil(elements / blocks), the last ones short or empty: gloo, torch.split
};

// How a vector is cut whose blocks differ by one element at most. For the elements of a rank's buffer, ask
// block_in() and chunk_in() instead: they also know uneven counts.
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
// chunk lies in the buffer at chunk.first - stored.first. Scratch mirrors the full vector. Where counts are
// uneven, each buffer is a vector of its own: its blocks one behind the other, from 0 on.
ElementRange stored(const Collective&, const Partition&, Buffer, Rank);
// The elements of a block of the rank's buffer, and of one part of the block, numbered as in stored().
// REQUIRES: where counts are uneven, input or output.
ElementRange block_in(const Collective&, const Partition&, Buffer, Rank, int block);
ElementRange chunk_in(const Collective&, const Partition&, Buffer, Rank, int block, int part);
// Whether all chunks of all buffers have one size.
bool is_uniform(const Collective&, const Partition&);

}  // namespace commlab
