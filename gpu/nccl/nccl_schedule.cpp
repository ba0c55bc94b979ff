#include "gpu/nccl/nccl_schedule.h"

#include <algorithm>
#include <set>

#include "core/base/index.h"
#include "gpu/cuda/cuda_launch.h"
#include "gpu/rounded_up.h"
#include "gpu/strips.h"

namespace commlab {

Result<NcclSchedule> NcclSchedule::plan(const Programs& programs, const IssueOrder& order) {
  return nccl_rounds(programs, order).map([&](NcclRounds rounds) {
    return NcclSchedule(programs, order, std::move(rounds));
  });
}

NcclSchedule::NcclSchedule(const Programs& programs, const IssueOrder& order, NcclRounds rounds)
    : programs_(&programs), order_(&order), rounds_(std::move(rounds)) {
  const auto ranks = index(programs.collective.ranks);
  const auto all_rounds = index(rounds_.rounds) + 1;
  messages_.resize(all_rounds);
  work_.assign(ranks, std::vector<std::vector<int>>(all_rounds));
  staged_.resize(order.messages.size());
  staging_.resize(ranks);
  for (std::size_t m = 0; m < order.messages.size(); ++m)
    messages_[rounds_.of_message[m]].push_back(static_cast<int>(m));
  for (std::size_t i = 0; i < order.instructions.size(); ++i) {
    const IssuedInstruction& issued = order.instructions[i];
    if (has_target(issued.instruction->op))
      work_[issued.rank][rounds_.after[i]].push_back(static_cast<int>(i));
  }
  place_slots();
  place_packs();
}

Rank NcclSchedule::from(int message) const {
  const Message& m = order_->messages[message];
  return order_->connections[m.connection].from;
}

Rank NcclSchedule::to(int message) const {
  const Message& m = order_->messages[message];
  return order_->connections[m.connection].to;
}

// Message k of a connection lies in slot k mod slots. A slot is as large as its largest message.
void NcclSchedule::place_slots() {
  std::vector<std::vector<std::int64_t>> sizes(order_->connections.size());
  const auto slot_of = [&](const Message& message) -> std::int64_t& {
    auto& slots = sizes[message.connection];
    const auto slot = index(message.number % programs_->slots);
    if (slot >= slots.size()) slots.resize(slot + 1);
    return slots[slot];
  };
  for (const Message& message : order_->messages)
    slot_of(message) = std::max(slot_of(message), rounded_up(message.bytes.count, cuda_alignment));
  for (std::size_t c = 0; c < sizes.size(); ++c)
    for (std::int64_t& slot : sizes[c]) {
      std::int64_t& end = staging_[order_->connections[c].to];
      slot = std::exchange(end, end + slot);  // was the slot's size, becomes its offset
    }
  for (std::size_t m = 0; m < staged_.size(); ++m) staged_[m].slot = slot_of(order_->messages[m]);
}

// Packed data has been sent when the next round begins, so all rounds share this memory.
void NcclSchedule::place_packs() {
  std::vector<std::int64_t> most(staging_.size());
  for (const std::vector<int>& round : messages_) {
    std::vector<std::int64_t> packed(staging_.size());
    for (const int m : round) {
      const Message& message = order_->messages[m];
      if (lies_together(order_->instructions[message.send])) continue;
      const Rank rank = from(m);
      staged_[m].packed = staging_[rank] + packed[rank];
      packed[rank] += rounded_up(message.bytes.count, cuda_alignment);
      most[rank] = std::max(most[rank], packed[rank]);
    }
  }
  for (std::size_t rank = 0; rank < most.size(); ++rank) staging_[rank] += most[rank];
}

// Whether the source is contiguous.
bool NcclSchedule::lies_together(const IssuedInstruction& send) const {
  const Instruction& i = *send.instruction;
  std::int64_t end = -1;
  for (int k = 0; k < i.blocks; ++k) {
    const ElementRange chunk = programs_->elements(send.rank, i, i.source, k);
    if (chunk.size() == 0) continue;
    if (end >= 0 && chunk.first != end) return false;
    end = chunk.last;
  }
  return true;
}

Bytes NcclSchedule::staging_of(Rank rank) const { return {staging_[rank]}; }

std::span<std::byte> NcclSchedule::outgoing(const NcclRank& here, int m) const {
  const Message& message = order_->messages[m];
  const Staged& staged = staged_[m];
  if (message.bytes.count == 0) return {};
  if (staged.packed >= 0) return {here.staging() + staged.packed, index(message.bytes.count)};
  const Instruction& send = *order_->instructions[message.send].instruction;
  return stretches_of(*programs_, here.rank(), here.memory(), send, send.source).front();
}

std::span<std::byte> NcclSchedule::incoming(const NcclRank& here, int m) const {
  const Message& message = order_->messages[m];
  if (message.bytes.count == 0) return {};
  return {here.staging() + staged_[m].slot, index(message.bytes.count)};
}

void NcclSchedule::begin(CudaCalls& calls, NcclRank& here, Iteration& iteration) const {
  const Collective& c = programs_->collective;
  const RankMemory& memory = here.memory();
  const auto seen = memory[Buffer::input].of(memory.shape.input, c.dtype);
  const auto pristine = memory.pristine.of(memory.shape.input, c.dtype);
  if (memory.shape.scaled) here.copy(seen.data(), pristine.data(), static_cast<std::int64_t>(seen.size()));
  if (scales(c) && is_floating(c.dtype) && !seen.empty())
    launch(calls, here.stream(), divide_launch(c.dtype, seen, c.ranks), here.most_blocks());
  work(calls, here, 0, iteration);
}

void NcclSchedule::pack(NcclRank& here, int round, Iteration& iteration) const {
  for (const int m : messages_[round]) {
    const Message& message = order_->messages[m];
    Stamps& sent = iteration.stamps[message.send];
    if (from(m) == here.rank())
      for (HostTime* const at : {&sent.ready, &sent.begin, &sent.middle}) here.tell(at);
    if (to(m) == here.rank()) here.tell(&iteration.stamps[message.receive].ready);
    if (from(m) != here.rank() || staged_[m].packed < 0) continue;
    const Instruction& send = *order_->instructions[message.send].instruction;
    std::byte* into = outgoing(here, m).data();
    for (const auto& stretch : stretches_of(*programs_, here.rank(), here.memory(), send, send.source)) {
      here.copy(into, stretch.data(), static_cast<std::int64_t>(stretch.size()));
      into += stretch.size();
    }
  }
}

// NCCL matches the sends and receives of two ranks in the order of the calls, so all ranks use the order of
// the messages.
void NcclSchedule::exchange(NcclCalls& calls, const NcclRank& here, ncclComm_t communicator,
                            int round) const {
  for (const int m : messages_[round]) {
    if (from(m) == here.rank()) {
      const auto bytes = outgoing(here, m);
      calls.ok(ncclSend(bytes.data(), bytes.size(), ncclUint8, to(m), communicator, here.stream()),
               "ncclSend", here.here());
    }
    if (to(m) == here.rank()) {
      const auto bytes = incoming(here, m);
      calls.ok(ncclRecv(bytes.data(), bytes.size(), ncclUint8, from(m), communicator, here.stream()),
               "ncclRecv", here.here());
    }
  }
}

void NcclSchedule::work(CudaCalls& calls, NcclRank& here, int round, Iteration& iteration) const {
  for (const int m : messages_[round]) {
    const Message& message = order_->messages[m];
    if (from(m) == here.rank()) here.tell(&iteration.stamps[message.send].end);
    if (to(m) == here.rank()) here.tell(&iteration.stamps[message.receive].begin);
  }
  for (const int i : work_[here.rank()][round]) {
    Stamps& stamps = iteration.stamps[i];
    if (order_->instructions[i].incoming < 0)
      for (HostTime* const at : {&stamps.ready, &stamps.begin}) here.tell(at);
    perform(calls, here, i);
    here.mark();
    for (HostTime* const at : {&stamps.middle, &stamps.end}) here.tell(at);
  }
}

// target <- the received message or a source, stored or combined with the left operand.
void NcclSchedule::perform(CudaCalls& calls, NcclRank& here, int instruction) const {
  const IssuedInstruction& issued = order_->instructions[instruction];
  const Instruction& i = *issued.instruction;
  const Collective& c = programs_->collective;
  const auto operand = [&](const Operand& which) {
    return stretches_of(*programs_, here.rank(), here.memory(), i, which);
  };
  Stretches source;
  if (!receives(i.op))
    source = operand(i.source);
  else if (const auto came = incoming(here, issued.incoming); !came.empty())
    source = {came};
  const Stretches target = operand(i.target);
  if (!reduces(i.op))
    return for_each_strip<2>({target, source},
                             [&](const auto& at, std::int64_t bytes) { here.copy(at[0], at[1], bytes); });
  for_each_strip<3>({target, operand(i.with), source}, [&](const auto& at, std::int64_t bytes) {
    launch(calls, here.stream(),
           combine_launch(c.dtype, c.op, at[0], at[1], at[2], nullptr, bytes / size_of(c.dtype)),
           here.most_blocks());
  });
}

void NcclSchedule::end(CudaCalls& calls, NcclRank& here) const {
  const Collective& c = programs_->collective;
  const auto output = here.memory()[Buffer::output].of(here.memory().shape.output, c.dtype);
  if (scales(c) && !is_floating(c.dtype) && !output.empty())
    launch(calls, here.stream(), divide_launch(c.dtype, output, c.ranks), here.most_blocks());
}

std::vector<Rank> NcclSchedule::peers(Rank rank, int round) const {
  std::set<Rank> peers;
  for (const int m : messages_[round]) {
    if (from(m) == rank) peers.insert(to(m));
    if (to(m) == rank) peers.insert(from(m));
  }
  return {peers.begin(), peers.end()};
}

}  // namespace commlab
