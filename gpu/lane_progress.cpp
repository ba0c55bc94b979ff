#include "gpu/lane_progress.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace commlab {

LaneProgress::LaneProgress(const Programs& programs) : programs_(programs) {
  std::map<std::tuple<Rank, Rank, int>, int> known;
  const auto connection = [&](Rank from, Rank to, int channel) {
    const auto [found, fresh] = known.try_emplace({from, to, channel}, static_cast<int>(connections_.size()));
    if (fresh) connections_.push_back({.from = from, .to = to, .channel = channel});
    return found->second;
  };
  std::map<std::pair<int, int>, int> known_barriers;
  const auto barrier = [&](int group, int channel) {
    const auto [found, fresh] =
        known_barriers.try_emplace({group, channel}, static_cast<int>(barriers_.size()));
    if (fresh)
      barriers_.push_back({.group = group,
                           .channel = channel,
                           .lanes = std::vector<int>(programs.members(group).size(), -1)});
    return found->second;
  };
  for (Rank rank = 0; rank < programs.collective.ranks; ++rank) {
    first_lane_.push_back(static_cast<int>(lanes_.size()));
    for (const commlab::Lane& lane : programs.of(rank).lanes) {
      const int id = static_cast<int>(lanes_.size());
      Lane state{.rank = rank, .index = id - first_lane_.back(), .lane = &lane};
      if (lane.send_peer != no_peer) {
        state.outgoing = connection(rank, programs.peer(rank, lane.send_peer), lane.channel);
        connections_[state.outgoing].sender = id;
      }
      if (lane.recv_peer != no_peer) {
        state.incoming = connection(programs.peer(rank, lane.recv_peer), rank, lane.channel);
        connections_[state.incoming].receiver = id;
      }
      if (lane.is_barrier()) {
        const auto& members = programs.members(lane.group);
        const auto place = std::find(members.begin(), members.end(), rank) - members.begin();
        state.barrier = barrier(lane.group, lane.channel);
        barriers_[state.barrier].lanes[place] = id;
      }
      lanes_.push_back(state);
    }
  }
}

std::optional<LaneProgress::Need> LaneProgress::needs(int lane) const {
  const Lane& self = lanes_[lane];
  assert(!self.finished());
  const Instruction& instruction = self.instruction();
  for (const Dependency& needed : programs_.of(self.rank).depends_on(instruction)) {
    const int other = lane_of(self.rank, needed.lane);
    if (lanes_[other].next <= needed.index) return Need{Need::For::dependency, self.rank, other};
  }
  // The free slot is checked first: a fused instruction that took a message without a free slot could never
  // pass this message on.
  if (sends(instruction.op)) {
    const Connection& out = connections_[self.outgoing];
    if (out.sent - out.received >= programs_.slots) return Need{Need::For::slot, out.to, out.receiver};
  }
  if (receives(instruction.op)) {
    const Connection& in = connections_[self.incoming];
    if (in.received >= in.sent) return Need{Need::For::message, in.from, in.sender};
  }
  if (instruction.op == Opcode::wait) {
    const Barrier& barrier = barriers_[self.barrier];
    for (std::size_t i = 0; i < barrier.lanes.size(); ++i)
      if (const int other = barrier.lanes[i]; other < 0 || lanes_[other].arrivals <= self.waits)
        return Need{Need::For::arrival, programs_.members(barrier.group)[i], other};
  }
  return std::nullopt;
}

void LaneProgress::advance(int lane) {
  Lane& self = lanes_[lane];
  assert(!self.finished());
  const Instruction& instruction = self.instruction();
  if (sends(instruction.op)) ++connections_[self.outgoing].sent;
  if (receives(instruction.op)) ++connections_[self.incoming].received;
  if (instruction.op == Opcode::arrive) ++self.arrivals;
  if (instruction.op == Opcode::wait) ++self.waits;
  ++self.next;
}

bool LaneProgress::all_finished() const {
  return std::all_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return lane.finished(); });
}

std::string LaneProgress::wait_text(int lane) const {
  const Lane& self = lanes_[lane];
  assert(needs(lane));
  const Need need = *needs(lane);
  const int step = self.instruction().step + 1;  // as people count
  switch (need.what) {
    case Need::For::dependency:
      return fmt::format("rank {} waits in step {} for its own lane {}", self.rank, step,
                         lanes_[need.lane].index);
    case Need::For::message:
      return fmt::format("rank {} waits for its message of step {} from rank {}", self.rank, step, need.rank);
    case Need::For::slot:
      return fmt::format("rank {} waits in step {} for rank {} to free one of {} slots", self.rank, step,
                         need.rank, programs_.slots);
    case Need::For::arrival:
      return fmt::format("rank {} waits in step {} for rank {} to arrive at a barrier", self.rank, step,
                         need.rank);
  }
  return {};
}

WaitGraph LaneProgress::waits() const {
  WaitGraph graph;
  for (int lane = 0; lane < static_cast<int>(lanes_.size()); ++lane)
    if (!lanes_[lane].finished())
      if (const auto need = needs(lane))
        graph.add({.waiter = lane, .on = need->lane, .why = wait_text(lane)});
  return graph;
}

std::string LaneProgress::deadlock_text() const {
  const WaitGraph graph = waits();
  assert(!graph.waits().empty());
  const std::vector<int> way = graph.way();
  std::vector<std::string> whys;
  for (const int wait : way) whys.push_back(graph[wait].why);
  const Wait& last = graph[way.back()];
  if (!graph.is_waiting(last.on))
    whys.back() += fmt::format(", but rank {} never does that", needs(last.waiter)->rank);
  return fmt::format("{}", fmt::join(whys, "; "));
}

}  // namespace commlab
