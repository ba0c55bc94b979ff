#include "sim/script/fair_speeds.h"

#include <algorithm>

namespace commlab {

// The speed at which the link is full.
Speed FairSpeeds::level_of(std::size_t link) const {
  const Speed left = std::max(full_speed - taken_[link], Speed{0});
  if (rising_[link] <= left) return full_speed;
  return static_cast<Speed>(static_cast<__int128>(left) * full_speed / rising_[link]);
}

// The speed at which the first link is full.
Speed FairSpeeds::level(std::span<Call* const> calls) const {
  Speed lowest = full_speed;
  for (const Call* call : calls)
    if (call->rises)
      for (const LinkShare& share : call->shares) lowest = std::min(lowest, level_of(share.link));
  return lowest;
}

bool FairSpeeds::is_full_at(const Call& call, Speed level) const {
  return std::ranges::any_of(call.shares,
                             [&](const LinkShare& share) { return level_of(share.link) == level; });
}

void FairSpeeds::find(std::span<Call* const> calls) {
  for (Call* call : calls) {
    call->rises = true;
    call->speed = full_speed;
    for (const LinkShare& share : call->shares) rising_[share.link] += share.of_link;
  }
  for (Speed lowest = level(calls); lowest < full_speed; lowest = level(calls)) {
    std::vector<Call*> stopped;
    for (Call* call : calls)
      if (call->rises && is_full_at(*call, lowest)) stopped.push_back(call);
    for (Call* call : stopped) {
      call->rises = false;
      call->speed = lowest;
      for (const LinkShare& share : call->shares) {
        rising_[share.link] -= share.of_link;
        taken_[share.link] += slowed(share.of_link, lowest);
      }
    }
  }
  for (const Call* call : calls)
    for (const LinkShare& share : call->shares) taken_[share.link] = rising_[share.link] = 0;
}

}  // namespace commlab
