#pragma once
// An operand consists of chunks that need not be adjacent. Strips go through several operands at once, piece
// by piece, where each piece is contiguous in all of them.
//
//   target    |-------a-------|   |---b---|
//   incoming  |----slot: all in one-------|
//   strips    |-------a-------|---b---|

#include <cstddef>
#include <span>
#include <vector>

#include "core/programs/programs.h"
#include "gpu/rank_memory.h"

namespace commlab {

using Stretches = std::vector<std::span<std::byte>>;

// The chunks of an operand of the rank's instruction, in its own memory or in another rank's. Adjacent chunks
// are joined, empty ones left out.
Stretches stretches_of(const Programs&, Rank, const RankMemory&, const Instruction&, const Operand&);

// Calls visit(pointers, bytes) along operands of equal total size.
template <std::size_t n, class Visit>
void for_each_strip(std::array<std::span<const std::span<std::byte>>, n> operands, Visit visit) {
  std::array<std::size_t, n> done{};  // bytes of each operand's first stretch
  while (!operands[0].empty()) {
    std::size_t bytes = SIZE_MAX;
    std::array<std::byte*, n> at;
    for (std::size_t i = 0; i < n; ++i) {
      bytes = std::min(bytes, operands[i].front().size() - done[i]);
      at[i] = operands[i].front().data() + done[i];
    }
    visit(at, static_cast<std::int64_t>(bytes));
    for (std::size_t i = 0; i < n; ++i) {
      done[i] += bytes;
      if (done[i] < operands[i].front().size()) continue;
      operands[i] = operands[i].subspan(1);
      done[i] = 0;
    }
  }
}

}  // namespace commlab
