// What a recorded run writes down, and the story of a run that got stuck.

#include <algorithm>

#include "sim/engine.h"

namespace commlab {

std::int32_t Engine::message_of(const LaneState& receiver) const {
  const auto source = static_cast<std::size_t>(receiver.source);
  return records_[source].messages[static_cast<std::size_t>(lanes_[source].taken)];
}

void Engine::record_ready(std::uint32_t lane) {
  Record& record = records_[lane];
  if (record.is_ready) return;
  record.is_ready = true;
  record.ready = queue_.now();
  record.enabled_by = record.cause;
}

// Where the message that the lane sends next will be taken out; the send itself where nobody will.
const Instruction& Engine::next_receive(std::uint32_t lane, const Instruction& send) {
  const PlacedLane& target = placement_.lanes[static_cast<std::size_t>(lanes_[lane].target)];
  std::int32_t& next = records_[lane].receives;
  while (next < target.length && !receives(target.code[next].op)) ++next;
  return next < target.length ? target.code[next++] : send;
}

void Engine::record_start(std::uint32_t lane, const Instruction& i, std::int64_t bytes) {
  const LaneState& state = lanes_[lane];
  const PlacedLane& placed = placement_.lanes[lane];
  const Instruction& receive = next_receive(lane, i);
  Record& record = records_[lane];
  record.transfer = static_cast<std::int32_t>(transfers_.size());
  record.messages.push_back(record.transfer);
  transfers_.push_back(
      {.from = placed.rank,
       .to = placed.send_peer,
       .channel = programs_.of(placed.rank).lanes[static_cast<std::size_t>(placed.lane)].channel,
       .step = i.step,
       .block =
           programs_.block(placed.send_peer, receive, receives(receive.op) ? receive.target : receive.source),
       .part = i.part,
       .blocks = i.blocks,
       .spacing = i.spacing,
       .route = static_cast<std::int32_t>(lane),
       .phase = i.phase,
       .reduces = reduces(receive.op),
       .bytes = bytes,
       .ready = record.ready,
       .start = queue_.now(),
       .head = queue_.now() + Time{state.latency},
       .sent = {},
       .end = {},
       .overhead = Time{state.overhead},
       .alone = {},
       .enabled_by = record.enabled_by});
}

void Engine::record_sharing(std::uint32_t lane, const Instruction& i, std::int64_t bytes, Time alone) {
  const PlacedLane& placed = placement_.lanes[lane];
  const Lane& stored = programs_.of(placed.rank).lanes[static_cast<std::size_t>(placed.lane)];
  Record& record = records_[lane];
  record.transfer = static_cast<std::int32_t>(transfers_.size());
  record.messages.push_back(record.transfer);
  transfers_.push_back({.from = placed.rank,
                        .to = placed.rank,
                        .channel = stored.channel,
                        .step = i.step,
                        .block = programs_.block(placed.rank, i, i.target),
                        .part = i.part,
                        .blocks = i.blocks,
                        .spacing = i.spacing,
                        .route = static_cast<std::int32_t>(lane),
                        .group = stored.group,
                        .phase = i.phase,
                        .reduces = i.op == Opcode::load_reduce,
                        .bytes = bytes,
                        .ready = record.ready,
                        .start = queue_.now(),
                        .head = queue_.now() + Time{lanes_[lane].latency},
                        .sent = {},
                        .end = {},
                        .overhead = costs_.overhead,
                        .alone = alone,
                        .enabled_by = record.enabled_by});
}

void Engine::record_work(std::uint32_t lane, const Instruction& i, std::int64_t bytes) {
  const PlacedLane& placed = placement_.lanes[lane];
  records_[lane].span = static_cast<std::int32_t>(spans_.size());
  spans_.push_back({.rank = placed.rank,
                    .lane = placed.lane,
                    .step = i.step,
                    .op = i.op,
                    .transfer = receives(i.op) ? message_of(lanes_[lane]) : -1,
                    .bytes = bytes,
                    .start = queue_.now(),
                    .end = {}});
}

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
