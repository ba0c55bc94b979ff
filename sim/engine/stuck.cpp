#include "sim/engine/stuck.h"

#include <string>
#include <vector>

namespace commlab {
namespace {

class WaitingLanes {
 public:
  WaitingLanes(const RunSetting& run, const Lanes& lanes) : run_(run), lanes_(lanes) {}

  // Which lane this one waits for, and how to say it; -1 where it waits for none.
  std::int32_t waits_for(std::int32_t lane, std::string& why) const {
    const RunningLane& state = lanes_[lane];
    const PlacedLane& placed = placed_at(lane);
    switch (state.state) {
      case RunningLane::State::waits_for_slot:
        why = fmt::format("rank {} waits for a free slot to rank {} (step {})", placed.rank, placed.send_peer,
                          state.next->step + 1);
        return state.target;
      case RunningLane::State::waits_for_message:
        why = fmt::format("rank {} waits for a message from rank {} (step {})", placed.rank, placed.recv_peer,
                          state.next->step + 1);
        return state.source;
      case RunningLane::State::waits_for_arrival:
        for (const std::int32_t member : run_.placement.barriers[placed.barrier].lanes) {
          if (member >= 0 && lanes_[member].arrived > state.taken) continue;
          why = fmt::format("rank {} waits at a barrier", placed.rank);
          if (member >= 0) why += fmt::format(" for rank {}", placed_at(member).rank);
          why += fmt::format(" (step {})", state.next->step + 1);
          return member;
        }
        return -1;
      case RunningLane::State::waits_for_lane: {
        const Program& program = run_.programs.of(placed.rank);
        for (const Dependency& d : program.depends_on(*state.next)) {
          const std::int32_t other = state.first_of_rank + d.lane;
          if (lanes_[other].done > d.index) continue;
          why = fmt::format("rank {} lane {} waits for its lane {}", placed.rank, placed.lane, d.lane);
          return other;
        }
        return -1;
      }
      default: return -1;
    }
  }

  const PlacedLane& placed_at(std::int32_t lane) const { return run_.placement.lanes[lane]; }
  bool is(std::int32_t lane, RunningLane::State state) const { return lanes_[lane].state == state; }
  std::int32_t count() const { return static_cast<std::int32_t>(lanes_.count()); }

 private:
  const RunSetting& run_;
  const Lanes& lanes_;
};

Error never_arrives(const WaitingLanes& lanes, Rank rank) {
  std::string why;
  for (std::int32_t l = 0; l < lanes.count(); ++l) {
    const std::int32_t other = lanes.waits_for(l, why);
    if (other >= 0 && lanes.placed_at(other).rank == rank && !lanes.is(l, RunningLane::State::absent))
      return {fmt::format("rank {} never arrives: {}, and all others wait in turn", rank, why),
              Fault::runtime};
  }
  return {fmt::format("rank {} never arrives", rank), Fault::runtime};
}

}  // namespace

Error stuck(const RunSetting& run, const Lanes& all) {
  const WaitingLanes lanes(run, all);
  for (std::int32_t l = 0; l < lanes.count(); ++l)
    if (lanes.is(l, RunningLane::State::absent)) return never_arrives(lanes, lanes.placed_at(l).rank);

  std::string why;
  std::vector<bool> seen(lanes.count());
  std::int32_t lane = 0;
  while (lanes.is(lane, RunningLane::State::done)) ++lane;
  while (lane >= 0 && !seen[lane]) {
    seen[lane] = true;
    const std::int32_t next = lanes.waits_for(lane, why);
    if (next < 0)
      return {fmt::format("{}, which never comes", why.empty() ? "a rank waits" : why), Fault::no};
    lane = next;
  }
  std::string story = "deadlock: ";
  const std::int32_t begin = lane;
  do {
    lane = lanes.waits_for(lane, why);
    story += why + (lane == begin ? "" : "; ");
  } while (lane != begin);
  return {story, Fault::no};
}

}  // namespace commlab
