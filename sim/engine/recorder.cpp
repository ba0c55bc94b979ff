#include "sim/engine/recorder.h"

#include <span>

#include "core/base/index.h"
#include "sim/engine/loads.h"

namespace commlab {

Recorder::Recorder(const Programs& programs, const Placement& placement)
    : programs_(programs), placement_(placement), records_(placement.lanes.size()) {
  std::uint32_t messages = 0;
  for (std::size_t l = 0; l < records_.size(); ++l) {
    records_[l].first_message = messages;
    for (const Instruction& i : placement.lanes[l].code()) messages += sends(i.op) || shares(i.op);
  }
  messages_.resize(messages);
  transfers_.reserve(messages);
}

void Recorder::instruction_is_ready(std::uint32_t lane, Time now) {
  LaneRecord& record = records_[lane];
  if (record.is_ready) return;
  record.is_ready = true;
  record.ready = now;
  record.enabled_by = record.cause;
}

// The instruction that will take out the message that the lane sends next, or the send itself if no
// instruction will.
const Instruction& Recorder::next_receive(std::uint32_t lane, const Instruction& send) {
  const std::span code = placement_.lanes[placement_.lanes[lane].target].code();
  std::uint32_t& next = records_[lane].receives;
  while (next < code.size() && !receives(code[next].op)) ++next;
  return next < code.size() ? code[next++] : send;
}

void Recorder::start(std::uint32_t lane, const Transfer& transfer) {
  LaneRecord& record = records_[lane];
  record.transfer = static_cast<std::int32_t>(transfers_.size());
  messages_[record.first_message + record.sent++] = record.transfer;
  transfers_.push_back(transfer);
}

void Recorder::start_message(std::uint32_t lane, const Instruction& i, const LaneCosts& costs,
                             std::int64_t bytes, Time alone, Time now) {
  const PlacedLane& placed = placement_.lanes[lane];
  const Rank to = programs_.peer(placed.rank, placed.stored->send_peer);
  // An instruction that receives and passes on has the step of what it receives, and so has the receiver's.
  const Instruction& receive = next_receive(lane, i);
  start(lane, {.from = placed.rank,
               .to = to,
               .channel = placed.stored->channel,
               .step = receive.step,
               .block = programs_.block(to, receive, receives(receive.op) ? receive.target : receive.source),
               .part = i.part,
               .blocks = i.blocks,
               .spacing = i.spacing,
               .route = static_cast<std::int32_t>(lane),
               .phase = receive.phase,
               .reduces = reduces(receive.op),
               .bytes = bytes,
               .ready = records_[lane].ready,
               .start = now,
               .head = now + Loads::latency(costs, bytes),
               .sent = {},
               .end = {},
               .overhead = costs.overhead,
               .alone = alone,
               .enabled_by = records_[lane].enabled_by});
}

void Recorder::start_sharing(std::uint32_t lane, const Instruction& i, const LaneCosts& costs,
                             std::int64_t bytes, Time alone, Time now) {
  const PlacedLane& placed = placement_.lanes[lane];
  start(lane, {.from = placed.rank,
               .to = placed.rank,
               .channel = placed.stored->channel,
               .step = i.step,
               .block = programs_.block(placed.rank, i, i.target),
               .part = i.part,
               .blocks = i.blocks,
               .spacing = i.spacing,
               .route = static_cast<std::int32_t>(lane),
               .group = placed.stored->group,
               .phase = i.phase,
               .reduces = i.op == Opcode::load_reduce,
               .bytes = bytes,
               .ready = records_[lane].ready,
               .start = now,
               .head = now + Loads::latency(costs, bytes),
               .sent = {},
               .end = {},
               .overhead = costs.overhead,
               .alone = alone,
               .enabled_by = records_[lane].enabled_by});
}

void Recorder::last_byte_left(std::uint32_t lane, Time now) {
  LaneRecord& record = records_[lane];
  transfers_[record.transfer].sent = now;
  record.cause = record.transfer;
}

void Recorder::start_work(std::uint32_t lane, const Instruction& i, std::int64_t bytes, std::int32_t transfer,
                          Time now) {
  records_[lane].span = static_cast<std::int32_t>(spans_.size());
  spans_.push_back({.rank = placement_.lanes[lane].rank,
                    .lane = placement_.index_within_rank(lane),
                    .step = i.step,
                    .op = i.op,
                    .transfer = transfer,
                    .bytes = bytes,
                    .start = now,
                    .end = {}});
}

}  // namespace commlab
