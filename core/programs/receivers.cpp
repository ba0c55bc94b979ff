#include "core/programs/receivers.h"

#include <algorithm>
#include <span>

namespace commlab {
namespace {

// What tells one receiving end of a program from the others.
std::uint64_t name(int channel, Rank peer) {
  return (static_cast<std::uint64_t>(channel) << 32) | static_cast<std::uint32_t>(peer);
}

}  // namespace

Receivers::Receivers(const Programs& programs) : programs_(programs) {
  for (const Program& program : programs.programs) {
    first_.push_back(ends_.size());
    for (std::size_t l = 0; l < program.lanes.size(); ++l)
      if (program.lanes[l].recv_peer != no_peer)
        ends_.push_back(
            {name(program.lanes[l].channel, program.lanes[l].recv_peer), static_cast<std::int32_t>(l)});
    std::sort(ends_.begin() + static_cast<std::ptrdiff_t>(first_.back()), ends_.end());
  }
  first_.push_back(ends_.size());
}

std::int32_t Receivers::lane_for(Rank rank, const Lane& sending, Rank peer) const {
  const bool absolute = programs_.frame == Frame::absolute;
  const std::size_t program = programs_.number_of(peer);
  const std::span ends = std::span(ends_).subspan(first_[program], first_[program + 1] - first_[program]);
  const std::uint64_t wanted =
      name(sending.channel, absolute ? rank : programs_.seen_back(sending.send_peer));
  const auto found = std::ranges::lower_bound(ends, wanted, {}, &End::first);
  return found == ends.end() || found->first != wanted ? -1 : found->second;
}

}  // namespace commlab
