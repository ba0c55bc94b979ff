#include "gpu/data_movement.h"

#include <cassert>

#include "core/base/index.h"

namespace commlab {

bool DataMovement::is_at_once(const IssuedInstruction& issued) const {
  return issued.instruction->op == Opcode::recv_reduce_send && device_.combines_and_sends();
}

void DataMovement::store(const IssuedInstruction& issued, Stream stream) const {
  const Instruction& i = *issued.instruction;
  assert(has_target(i.op) && !is_at_once(issued));
  if (i.op == Opcode::multicast) return multicast(issued, stream);
  if (i.op == Opcode::load_reduce) return load_reduce(issued, stream);
  const Stretches source = receives(i.op) ? incoming(issued) : stretches(issued, i.source);
  const Stretches target = stretches(issued, i.target);
  if (!reduces(i.op)) return copy(stream, target, source);
  combine(stream, target, stretches(issued, i.with), source);
}

void DataMovement::pass_on(const IssuedInstruction& issued, Stream stream) const {
  copy(stream, outgoing(issued), passed_on(issued));
}

Stretches DataMovement::passed_on(const IssuedInstruction& issued) const {
  const Instruction& i = *issued.instruction;
  return stretches(issued, receives(i.op) ? i.target : i.source);
}

void DataMovement::store_and_pass_on(const IssuedInstruction& issued, Stream stream) const {
  assert(is_at_once(issued));
  const Instruction& i = *issued.instruction;
  const Collective& c = programs_.collective;
  for_each_strip<4>(
      {stretches(issued, i.target), stretches(issued, i.with), incoming(issued), outgoing(issued)},
      [&](const auto& at, std::int64_t bytes) {
        device_.combine_and_send(stream, c.dtype, c.op, at[0], at[1], at[2], at[3], bytes / size_of(c.dtype));
      });
}

// In place, a rank's own target may be its source; then there is nothing to copy.
void DataMovement::multicast(const IssuedInstruction& issued, Stream stream) const {
  const Instruction& i = *issued.instruction;
  const Stretches source = stretches(issued, i.source);
  for (const Rank member : members_from_self(issued)) {
    const Stretches target = stretches_at(member, issued, i.target);
    const bool is_itself = !target.empty() && target.front().data() == source.front().data();
    if (!is_itself) copy(stream, target, source);
  }
}

// The rank's own operand is combined first, so the target may be the same memory as this operand.
void DataMovement::load_reduce(const IssuedInstruction& issued, Stream stream) const {
  const Instruction& i = *issued.instruction;
  const Stretches target = stretches(issued, i.target);
  const std::vector<Rank> members = members_from_self(issued);
  Stretches sum = stretches(issued, i.source);
  if (members.size() == 1) return copy(stream, target, sum);
  for (std::size_t m = 1; m < members.size(); ++m) {
    combine(stream, target, sum, stretches_at(members[m], issued, i.source));
    sum = target;
  }
}

void DataMovement::combine(Stream stream, const Stretches& target, const Stretches& with,
                           const Stretches& incoming) const {
  const Collective& c = programs_.collective;
  for_each_strip<3>({target, with, incoming}, [&](const auto& at, std::int64_t bytes) {
    device_.combine(stream, c.dtype, c.op, at[0], at[1], at[2], bytes / size_of(c.dtype));
  });
}

void DataMovement::copy(Stream stream, const Stretches& target, const Stretches& source) const {
  for_each_strip<2>({target, source},
                    [&](const auto& at, std::int64_t bytes) { device_.copy(stream, at[0], at[1], bytes); });
}

Stretches DataMovement::stretches(const IssuedInstruction& issued, const Operand& operand) const {
  return stretches_at(issued.rank, issued, operand);
}

Stretches DataMovement::stretches_at(Rank owner, const IssuedInstruction& issued,
                                     const Operand& operand) const {
  return stretches_of(programs_, issued.rank, memory_[owner], *issued.instruction, operand);
}

Stretches DataMovement::slot_of(int message) const {
  const Message& m = order_.messages[message];
  if (m.bytes.count == 0) return {};
  return {slot_of(m)};
}

std::span<std::byte> DataMovement::slot_of(const Message& message) const {
  assert(slots_.of(message).memory != nullptr && "the receiver is here");
  const IssuedInstruction& receive = order_.instructions[message.receive];
  const Stretches target = stretches(receive, receive.instruction->target);
  const auto address = target.empty() ? 0 : reinterpret_cast<std::uintptr_t>(target.front().data());
  return {slots_.of(message).memory + address % slot_phases, index(message.bytes.count)};
}

std::vector<Rank> DataMovement::members_from_self(const IssuedInstruction& issued) const {
  const int index = order_.lanes[issued.lane].index;
  return programs_.members_from(programs_.of(issued.rank).lanes[index].group, issued.rank);
}

}  // namespace commlab
