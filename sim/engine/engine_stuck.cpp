// The story of a run that got stuck: who waits for whom.

#include <algorithm>

#include "sim/engine/engine.h"

namespace commlab {

// Which lane this one waits for, and how to say it; -1 where it waits for none.
std::int32_t Engine::waits_for(std::int32_t lane, std::string& why) const {
  const LaneState& state = lanes_[static_cast<std::size_t>(lane)];
  const PlacedLane& placed = placement_.lanes[static_cast<std::size_t>(lane)];
  switch (state.state) {
    case State::waits_for_slot:
      why = fmt::format("rank {} waits for a free slot to rank {} (step {})", placed.rank, placed.send_peer,
                        state.next->step + 1);
      return state.target;
    case State::waits_for_message:
      why = fmt::format("rank {} waits for a message from rank {} (step {})", placed.rank, placed.recv_peer,
                        state.next->step + 1);
      return state.source;
    case State::waits_for_arrival:
      for (const std::int32_t member : placement_.barriers[static_cast<std::size_t>(placed.barrier)].lanes) {
        if (member >= 0 && lanes_[static_cast<std::size_t>(member)].arrived > state.taken) continue;
        why = fmt::format("rank {} waits at a barrier", placed.rank);
        if (member >= 0)
          why += fmt::format(" for rank {}", placement_.lanes[static_cast<std::size_t>(member)].rank);
        why += fmt::format(" (step {})", state.next->step + 1);
        return member;
      }
      return -1;
    case State::waits_for_lane: {
      const Program& program = programs_.of(placed.rank);
      for (const Dependency& d : program.depends_on(*state.next)) {
        const std::int32_t other = state.first_of_rank + d.lane;
        if (lanes_[static_cast<std::size_t>(other)].done > d.index) continue;
        why = fmt::format("rank {} lane {} waits for its lane {}", placed.rank, placed.lane, d.lane);
        return other;
      }
      return -1;
    }
    default: return -1;
  }
}

Error Engine::stuck() const {
  const auto absent = std::ranges::find(lanes_, State::absent, &LaneState::state);
  std::string why;
  if (absent != lanes_.end()) {
    const auto missing = static_cast<std::int32_t>(absent - lanes_.begin());
    const Rank rank = placement_.lanes[static_cast<std::size_t>(missing)].rank;
    for (std::int32_t l = 0; l < static_cast<std::int32_t>(lanes_.size()); ++l) {
      const std::int32_t other = waits_for(l, why);
      if (other >= 0 && placement_.lanes[static_cast<std::size_t>(other)].rank == rank &&
          lanes_[static_cast<std::size_t>(l)].state != State::absent)
        return {fmt::format("rank {} never arrives: {}, and all others wait in turn", rank, why),
                Fault::runtime};
    }
    return {fmt::format("rank {} never arrives", rank), Fault::runtime};
  }
  std::vector<bool> seen(lanes_.size());
  std::int32_t lane = 0;
  while (lanes_[static_cast<std::size_t>(lane)].state == State::done) ++lane;
  while (lane >= 0 && !seen[static_cast<std::size_t>(lane)]) {
    seen[static_cast<std::size_t>(lane)] = true;
    const std::int32_t next = waits_for(lane, why);
    if (next < 0)
      return {fmt::format("{}, which never comes", why.empty() ? "a rank waits" : why), Fault::no};
    lane = next;
  }
  std::string story = "deadlock: ";
  const std::int32_t begin = lane;
  do {
    lane = waits_for(lane, why);
    story += why + (lane == begin ? "" : "; ");
  } while (lane != begin);
  return {story, Fault::no};
}

}  // namespace commlab
