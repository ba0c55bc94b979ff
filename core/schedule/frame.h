#pragma once
// Whether a schedule looks the same from every rank, and how. If it does, it is lowered, proved and reversed
// only once, for position 0.
//
//   shift     what 0 does with d, p does with p + d: rings, chains that wrap round
//   flip      what 0 does with d, p does with p xor d: halving and doubling, of 2^k ranks
//   absolute  ranks differ: trees, chains, all with a root

#include <cstdint>

namespace commlab {

// How the peers and blocks that are stored are seen from a rank's position.
enum class Frame : std::uint8_t { absolute, shift, flip };

class Schedule;
// `shift` if both are right. Symmetric schedules move all blocks with the ranks, or none.
Frame frame_of(const Schedule&);

}  // namespace commlab
