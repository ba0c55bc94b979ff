#pragma once
// A hash of everything that ranks hold and that is under way at a moment.

#include <cstdint>

#include "core/base/splitmix.h"
#include "core/playback/replay.h"
#include "core/trace/trace.h"

namespace commlab {

inline std::uint64_t state_hash(const Replay& replay, const Trace& trace, Time t) {
  std::uint64_t hash = 0;
  for (Rank rank = 0; rank < replay.collective().ranks; ++rank)
    for (int block = 0; block < replay.partition().blocks; ++block)
      for (int part = 0; part < replay.partition().parts; ++part) {
        const Held held = replay.held(rank, block, part, t);
        const bool nothing = held.value == Replay::no_value;
        hash = splitmix(hash ^ (nothing ? 0 : replay.values().expression(held.value)));
        hash = splitmix(hash ^ (static_cast<std::uint64_t>(held.written) << 1 | held.done));
      }
  for (const InFlight& message : in_flight(trace, t)) {
    hash = splitmix(hash ^ static_cast<std::uint64_t>(message.transfer));
    hash = splitmix(hash ^ static_cast<std::uint64_t>((t - trace.transfers[message.transfer].start).ps));
  }
  return hash;
}

}  // namespace commlab
