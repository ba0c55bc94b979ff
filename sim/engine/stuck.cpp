#include "sim/engine/stuck.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <string>
#include <vector>

#include "core/base/index.h"
#include "core/programs/wait_graph.h"

namespace commlab {
namespace {

using State = RunningLane::State;

class WaitingLanes {
 public:
  WaitingLanes(const RunSetting& run, const Lanes& lanes) : run_(run), lanes_(lanes) {}

  // The waits of all lanes. Lanes have the same numbers as in the run.
  WaitGraph graph() const {
    WaitGraph graph;
    for (int lane = 0; lane < static_cast<int>(lanes_.count()); ++lane)
      if (std::optional<Wait> wait = wait_of(lane)) graph.add(std::move(*wait));
    return graph;
  }

 private:
  const PlacedLane& placed(int lane) const { return run_.placement.lanes[lane]; }
  Rank peer(int lane, int stored) const { return run_.programs.peer(placed(lane).rank, stored); }

  std::optional<Wait> wait_of(int lane) const {
    const RunningLane& self = lanes_[lane];
    switch (self.state) {
      case State::waits_for_slot:
        return Wait{lane, self.target,
                    fmt::format("rank {} waits for a free slot to rank {} (step {})", placed(lane).rank,
                                peer(lane, placed(lane).stored->send_peer), self.next->step + 1)};
      case State::waits_for_message:
        return Wait{lane, self.source,
                    fmt::format("rank {} waits for a message from rank {} (step {})", placed(lane).rank,
                                peer(lane, placed(lane).stored->recv_peer), self.next->step + 1)};
      case State::waits_for_arrival: return wait_for_arrival(lane);
      case State::waits_for_lane: return wait_for_lane(lane);
      case State::ready:
      case State::waking:
      case State::posting:
      case State::held:
      case State::flowing:
      case State::drains:
      case State::done:
      case State::absent: break;
    }
    return std::nullopt;
  }

  // The wait for the first member that has not arrived.
  std::optional<Wait> wait_for_arrival(int lane) const {
    const RunningLane& self = lanes_[lane];
    const std::vector<std::int32_t>& members = run_.placement.barriers[placed(lane).barrier].lanes;
    const auto missing = std::ranges::find_if(
        members, [&](std::int32_t member) { return member < 0 || lanes_[member].arrived <= self.taken; });
    if (missing == members.end()) return std::nullopt;
    const std::string whom = *missing < 0 ? "" : fmt::format(" for rank {}", placed(*missing).rank);
    return Wait{
        lane, *missing,
        fmt::format("rank {} waits at a barrier{} (step {})", placed(lane).rank, whom, self.next->step + 1)};
  }

  // The wait for the first lane of the same rank that has not done an instruction on which `lane` depends.
  std::optional<Wait> wait_for_lane(int lane) const {
    const RunningLane& self = lanes_[lane];
    for (const Dependency& d : run_.programs.of(placed(lane).rank).depends_on(*self.next)) {
      const int other = run_.placement.first_of_rank(placed(lane)) + d.lane;
      if (lanes_[other].done > d.index) continue;
      return Wait{lane, other,
                  fmt::format("rank {} lane {} waits for its lane {}", placed(lane).rank,
                              run_.placement.index_within_rank(index(lane)), d.lane)};
    }
    return std::nullopt;
  }

  const RunSetting& run_;
  const Lanes& lanes_;
};

std::optional<Rank> first_absent(const RunSetting& run, const Lanes& lanes) {
  for (std::uint32_t lane = 0; lane < lanes.count(); ++lane)
    if (lanes[lane].state == State::absent) return run.placement.lanes[lane].rank;
  return std::nullopt;
}

[[maybe_unused]] bool all_done(const Lanes& lanes) {
  for (std::uint32_t lane = 0; lane < lanes.count(); ++lane)
    if (lanes[lane].state != State::done) return false;
  return true;
}

}  // namespace

Error stuck(const RunSetting& run, const Lanes& lanes) {
  assert(!all_done(lanes) && "a lane is not done");
  const WaitGraph graph = WaitingLanes(run, lanes).graph();
  if (const std::optional<Rank> absent = first_absent(run, lanes)) {
    const auto is_on_absent = [&](const Wait& wait) {
      return wait.on >= 0 && run.placement.lanes[wait.on].rank == *absent;
    };
    const auto found = std::ranges::find_if(graph.waits(), is_on_absent);
    if (found == graph.waits().end()) return {fmt::format("rank {} never arrives", *absent), Fault::runtime};
    return {fmt::format("rank {} never arrives: {}, and all others wait in turn", *absent, found->why),
            Fault::runtime};
  }
  if (graph.waits().empty()) return {"a rank waits for something that never comes", Fault::no};
  const Wait& last = graph[graph.way().back()];
  if (!graph.is_waiting(last.on)) return {fmt::format("{}, which never comes", last.why), Fault::no};
  std::vector<std::string> story;
  for (const int wait : graph.circle()) story.push_back(graph[wait].why);
  return {fmt::format("deadlock: {}", fmt::join(story, "; ")), Fault::no};
}

}  // namespace commlab
