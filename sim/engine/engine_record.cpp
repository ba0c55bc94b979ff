// What a recorded run writes down.

#include "sim/engine/engine.h"

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

void Engine::record_sent(std::uint32_t lane) {
  Record& record = records_[lane];
  transfers_[static_cast<std::size_t>(record.transfer)].sent = queue_.now();
  record.cause = record.transfer;
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

}  // namespace commlab
