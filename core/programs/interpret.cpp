#include "core/programs/interpret.h"

#include <algorithm>
#include <array>

#include "core/collective/combine.h"
#include "core/programs/check_programs.h"
#include "core/programs/execution.h"

namespace commlab {
namespace {

// A rank's memory: three buffers; in place, input and output are windows of one.
class RankMemory {
 public:
  RankMemory(const Programs& programs, Rank rank, Memory input) : programs_(programs) {
    const Collective& c = programs.collective;
    for (const Buffer buffer : {Buffer::input, Buffer::output, Buffer::scratch})
      range(buffer) = stored(c, programs.partition, buffer, rank);
    if (programs.scratch_blocks == 0) range(Buffer::scratch) = {};
    const ElementRange brought = range(Buffer::input);
    if (c.in_place) range(Buffer::input) = range(Buffer::output) = hull();
    for (const Buffer buffer : {Buffer::input, Buffer::output, Buffer::scratch})
      if (!c.in_place || buffer != Buffer::input) memory(buffer).assign(bytes(range(buffer)), poison);
    if (c.in_place)
      std::ranges::copy(input, memory(Buffer::output).begin() + offset(Buffer::output, brought));
    else
      memory(Buffer::input) = std::move(input);
  }

  std::byte* at(Buffer buffer, ElementRange chunk) {
    return memory(buffer).data() + (chunk.size() == 0 ? 0 : offset(buffer, chunk));
  }

  Memory output(ElementRange promised) {
    if (promised.size() == 0) return {};
    const auto first = memory(Buffer::output).begin() + offset(Buffer::output, promised);
    return {first, first + static_cast<std::ptrdiff_t>(bytes(promised))};
  }

 private:
  std::size_t place(Buffer buffer) const {
    const bool one = programs_.collective.in_place && buffer == Buffer::input;
    return static_cast<std::size_t>(one ? Buffer::output : buffer);
  }
  Memory& memory(Buffer buffer) { return memories_[place(buffer)]; }
  ElementRange& range(Buffer buffer) { return ranges_[static_cast<std::size_t>(buffer)]; }
  ElementRange hull() {
    const ElementRange a = range(Buffer::input);
    const ElementRange b = range(Buffer::output);
    if (a.size() == 0) return b;
    if (b.size() == 0) return a;
    return {std::min(a.first, b.first), std::max(a.last, b.last)};
  }
  std::size_t bytes(ElementRange elements) const {
    return static_cast<std::size_t>(elements.size() * size_of(programs_.collective.dtype));
  }
  std::ptrdiff_t offset(Buffer buffer, ElementRange chunk) {
    return (chunk.first - range(buffer).first) * size_of(programs_.collective.dtype);
  }

  const Programs& programs_;
  std::array<Memory, 3> memories_;
  std::array<ElementRange, 3> ranges_;
};

class Interpreter {
 public:
  Interpreter(const Programs& programs, std::vector<Memory> inputs, CombineElements combine)
      : p_(programs), combine_(std::move(combine)) {
    memories_.reserve(inputs.size());
    for (std::size_t rank = 0; rank < inputs.size(); ++rank) {
      scale_input(p_.collective, inputs[rank]);
      memories_.emplace_back(p_, static_cast<Rank>(rank), std::move(inputs[rank]));
    }
  }

  void perform(const Happened& event) {
    const Instruction& i = *event.instruction;
    if (meets(i.op)) return;
    if (i.op == Opcode::multicast) return multicast(event);
    if (i.op == Opcode::load_reduce) return load_reduce(event);
    const Memory incoming = event.taken >= 0 ? std::move(messages_[static_cast<std::size_t>(event.taken)])
                            : i.op == Opcode::send ? Memory{}
                                                   : gathered(event, event.rank, i.source);
    if (has_target(i.op)) store(event, event.rank, incoming);
    if (event.sent >= 0)
      messages_.push_back(gathered(event, event.rank, has_target(i.op) ? i.target : i.source));
  }

  std::vector<Memory> outputs() {
    std::vector<Memory> all;
    for (Rank rank = 0; rank < p_.collective.ranks; ++rank) {
      all.push_back(memories_[static_cast<std::size_t>(rank)].output(
          stored(p_.collective, p_.partition, Buffer::output, rank)));
      scale_output(p_.collective, all.back());
    }
    return all;
  }

 private:
  ElementRange chunk(const Happened& event, const Operand& operand, int k) const {
    return p_.partition.chunk(p_.block(event.rank, *event.instruction, operand, k), event.instruction->part);
  }
  std::byte* at(const Happened& event, Rank owner, const Operand& operand, int k) {
    return memories_[static_cast<std::size_t>(owner)].at(operand.buffer, chunk(event, operand, k));
  }
  std::vector<Rank> members_from_self(const Happened& event) const {
    const Lane& lane = p_.of(event.rank).lanes[static_cast<std::size_t>(event.lane)];
    return p_.members_from(lane.group, event.rank);
  }

  // The instruction's blocks of an operand in the memory of `owner`, one behind the other.
  Memory gathered(const Happened& event, Rank owner, const Operand& operand) {
    Memory all;
    for (int k = 0; k < event.instruction->blocks; ++k) {
      const std::byte* first = at(event, owner, operand, k);
      all.insert(all.end(), first, first + chunk(event, operand, k).size() * size_of(p_.collective.dtype));
    }
    return all;
  }

  void store(const Happened& event, Rank owner, const Memory& incoming) {
    const Instruction& i = *event.instruction;
    const Collective& c = p_.collective;
    const std::byte* from = incoming.data();
    for (int k = 0; k < i.blocks; ++k) {
      const std::int64_t elements = chunk(event, i.target, k).size();
      if (reduces(i.op))
        combine_(at(event, owner, i.target, k), at(event, owner, i.with, k), from, elements);
      else
        std::copy_n(from, elements * size_of(c.dtype), at(event, owner, i.target, k));
      from += elements * size_of(c.dtype);
    }
  }

  void multicast(const Happened& event) {
    const Memory stored = gathered(event, event.rank, event.instruction->source);
    for (const Rank member : members_from_self(event)) store(event, member, stored);
  }

  void load_reduce(const Happened& event) {
    const Collective& c = p_.collective;
    const Operand& source = event.instruction->source;
    Memory sum = gathered(event, event.rank, source);
    const auto elements = static_cast<std::int64_t>(sum.size()) / size_of(c.dtype);
    for (const Rank member : members_from_self(event))
      if (member != event.rank)
        combine_(sum.data(), sum.data(), gathered(event, member, source).data(), elements);
    store(event, event.rank, sum);
  }

  const Programs& p_;
  CombineElements combine_;
  std::vector<RankMemory> memories_;
  std::vector<Memory> messages_;  // by number; empty once received
};

}  // namespace

Result<RankBuffers> interpret(const Programs& programs, std::vector<Memory> inputs,
                              const CombineElements& combination) {
  if (Status ok = check_form(programs); !ok) return tl::unexpected(ok.error());
  const Collective& c = programs.collective;
  RankBuffers buffers{.input = std::move(inputs), .output = {}};
  Interpreter interpreter(
      programs, buffers.input,
      combination
          ? combination
          : [&c](std::byte* target, const std::byte* with, const std::byte* incoming, std::int64_t elements) {
              combine(c.dtype, c.op, target, with, incoming, elements);
            });
  Execution execution(programs, programs.slots);
  while (const auto event = execution.next()) interpreter.perform(*event);
  if (!execution.done()) {
    const Blocked first = execution.blocked().front();
    return fail(Fault::no, "rank {} never gets past instruction {} of its lane {}: verify tells why",
                first.rank, first.index, first.lane);
  }
  buffers.output = interpreter.outputs();
  return buffers;
}

Result<RankBuffers> interpret(const Programs& programs, DataPattern pattern) {
  if (Status ok = check_form(programs); !ok) return tl::unexpected(ok.error());
  return interpret(programs, make_inputs(programs.collective, programs.partition, pattern));
}

}  // namespace commlab
