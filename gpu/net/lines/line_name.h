#pragma once
// What a member calls its lines, and what it says first on each.

#include <compare>
#include <cstdint>

#include "core/collective/collective.h"

namespace commlab {

// Channels are numbered from 0 to most_channels - 1. NCCL has at most 64 (MAXCHANNELS, 2.28).
inline constexpr int most_channels = 1'024;

// Names one of a member's outgoing lines, or one of its incoming lines.
struct LineName {
  Rank peer;
  int channel;
  auto operator<=>(const LineName&) const = default;
};

// The first message on a line, in this computer's byte order. The receiver answers with one byte.
struct LineHello {
  std::uint64_t secret;  // the group's, which is never 0
  std::int32_t from;
  std::int32_t channel;
};

}  // namespace commlab
