#pragma once
// The blocks that one message takes: consecutive ones, or short runs at even distances.
//
//   runs_of(2, 4):   0 1 . .  4 5 . .  8 9 . .
//
// A GPU's kernel packs these blocks to send them, and unpacks them on arrival (MPI: a vector datatype).

#include <cstdint>
#include <optional>
#include <vector>

namespace commlab {

struct Spacing {
  std::int32_t run = INT32_MAX;  // blocks in a run
  std::int32_t apart = 0;        // from the first block of a run to the first of the next
  // Distance of the k-th block from the first, in blocks.
  constexpr int offset(int k) const { return k < run ? k : k / run * apart + k % run; }
  bool operator==(const Spacing&) const = default;
};
constexpr Spacing runs_of(int blocks, int apart) { return {blocks, apart}; }

// How one message names these blocks, out of `blocks` in a circle; nullopt if one message cannot name them.
// REQUIRES: at least one block; blocks are sorted and distinct.
struct EvenSet {
  int first;
  Spacing spacing;
};
std::optional<EvenSet> evenly_apart(const std::vector<int>& sorted, int blocks);

}  // namespace commlab
