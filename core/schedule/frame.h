#pragma once
// Whether a schedule looks the same from every rank, and how. If it does, it is lowered, proved and reversed
// only once, for position 0; where tiles of ranks do the same, only for the ranks of the first tile.
//
//   shift     what 0 does with d, p does with p + d: rings, chains that wrap round
//   flip      what 0 does with d, p does with p xor d: halving and doubling, of 2^k ranks
//   tile      what r does with d, r + t does with d + t, where t ranks are a tile: several rings that enter
//             every node at another GPU, hierarchies of equal nodes
//   absolute  ranks differ: trees, chains, all with a root

#include <cstdint>

namespace commlab {

// How the peers and blocks that are stored are seen from a rank's position.
enum class Frame : std::uint8_t { absolute, shift, flip, tile };

// How the blocks of one tile become those of the next: each run of `run` blocks turns by `by`, cyclically. No
// run: all tiles move the same blocks.
struct BlockTurn {
  int run = 0;
  int by = 0;
  // The block, `times` tiles further.
  constexpr int turned(int block, int times) const {
    if (run == 0) return block;
    const int place = block % run;
    return block - place + static_cast<int>((place + std::int64_t{times} * by) % run);
  }
  bool operator==(const BlockTurn&) const = default;
};

class Schedule;
// Never `tile`, which only an algorithm can claim (Schedule::repeat_every). `shift` if both are right.
// Symmetric schedules move all blocks with the ranks, or none.
Frame frame_of(const Schedule&);

}  // namespace commlab
