#include "core/programs/interpret.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "core/collective/combine.h"
#include "core/programs/check_programs.h"
#include "core/programs/execution.h"
#include "core/programs/play.h"

namespace commlab {
namespace {

// A rank's memory: three buffers; in place, input and output are parts of one buffer.
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

  // The bytes of a chunk: in some rank's memory, in a message, or kept here.
  struct Value {
    const std::byte* bytes;
    Memory kept{};
  };

  // What play() asks for.
  Status begin(const Happened& event) {
    if (event.taken >= 0) received_ = std::move(messages_[event.taken]);
    next_received_ = received_.data();
    if (event.sent >= 0) messages_.emplace_back();
    return {};
  }
  Result<Value> read(const Happened& event, Rank owner, const Operand& operand, int k) {
    return Value{.bytes = at(event, owner, operand, k)};
  }
  Result<Value> write(const Happened& event, Rank owner, int k, const Value* with, const Value& incoming) {
    const Operand& target = event.instruction->target;
    std::byte* const stored = at(event, owner, target, k);
    const std::int64_t elements = chunk(event, target, k).size();
    const Memory apart = incoming.bytes == stored ? copy(incoming, elements) : Memory{};
    const std::byte* const bytes = incoming.bytes == stored ? apart.data() : incoming.bytes;
    if (with != nullptr)
      combine_(stored, with->bytes, bytes, elements);
    else
      std::copy_n(bytes, elements * size_of(p_.collective.dtype), stored);
    return Value{.bytes = stored};
  }
  Value combined(const Happened& event, int k, const Value& left, const Value& right) {
    const std::int64_t elements = chunk(event, event.instruction->source, k).size();
    Memory sum = copy(left, elements);
    combine_(sum.data(), sum.data(), right.bytes, elements);
    const std::byte* const bytes = sum.data();
    return {.bytes = bytes, .kept = std::move(sum)};
  }
  Value message(const Happened& event, int k) {
    const std::byte* const bytes = next_received_;
    next_received_ += chunk(event, event.instruction->target, k).size() * size_of(p_.collective.dtype);
    return {.bytes = bytes};
  }
  void send(const Happened& event, int k, const Value& value) {
    const Instruction& i = *event.instruction;
    const std::int64_t elements = chunk(event, has_target(i.op) ? i.target : i.source, k).size();
    messages_.back().insert(messages_.back().end(), value.bytes,
                            value.bytes + elements * size_of(p_.collective.dtype));
  }
  void end(const Happened&) { received_.clear(); }

  std::vector<Memory> outputs() {
    std::vector<Memory> all;
    for (Rank rank = 0; rank < p_.collective.ranks; ++rank) {
      all.push_back(memories_[rank].output(stored(p_.collective, p_.partition, Buffer::output, rank)));
      scale_output(p_.collective, all.back());
    }
    return all;
  }

 private:
  ElementRange chunk(const Happened& event, const Operand& operand, int k) const {
    return p_.elements(event.rank, *event.instruction, operand, k);
  }
  std::byte* at(const Happened& event, Rank owner, const Operand& operand, int k) {
    return memories_[owner].at(operand.buffer, chunk(event, operand, k));
  }
  Memory copy(const Value& value, std::int64_t elements) const {
    return {value.bytes, value.bytes + elements * size_of(p_.collective.dtype)};
  }

  const Programs& p_;
  CombineElements combine_;
  std::vector<RankMemory> memories_;
  std::vector<Memory> messages_;  // by number; empty once received
  Memory received_;               // the message that the instruction receives
  const std::byte* next_received_ = nullptr;
};

}  // namespace

Bytes memory_to_interpret(const Programs& programs) {
  const Collective& c = programs.collective;
  const auto elements_on = [&](Rank rank) {
    __int128 elements = 0;
    for (const Buffer buffer : {Buffer::input, Buffer::output, Buffer::scratch})
      if (buffer != Buffer::scratch || programs.scratch_blocks > 0)
        elements += stored(c, programs.partition, buffer, rank).size();
    return elements;
  };
  // Where every rank has a block, all ranks but the root hold equally much, unless counts are uneven.
  __int128 elements = 0;
  if (has_blocks(c.kind) && c.ranks > 1 && !is_uneven(c)) {
    const Rank root = has_root(c.kind) ? c.root : 0;
    elements = elements_on(root) + (c.ranks - 1) * elements_on(root == 0 ? 1 : 0);
  } else {
    for (Rank rank = 0; rank < c.ranks; ++rank) elements += elements_on(rank);
  }
  const __int128 bytes = 2 * elements * size_of(c.dtype);
  return {static_cast<std::int64_t>(std::min<__int128>(bytes, INT64_MAX))};
}

Result<RankBuffers> interpret(const Programs& programs, std::vector<Memory> inputs,
                              const CombineElements& combination) {
  assert(static_cast<int>(inputs.size()) == programs.collective.ranks);
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
  if (Status ok = play(programs, execution, interpreter); !ok) return tl::unexpected(ok.error());
  if (Status ok = check_done(execution); !ok) return tl::unexpected(ok.error());
  buffers.output = interpreter.outputs();
  return buffers;
}

Result<RankBuffers> interpret(const Programs& programs, DataPattern pattern) {
  if (Status ok = check_form(programs); !ok) return tl::unexpected(ok.error());
  return interpret(programs, make_inputs(programs.collective, programs.partition, pattern));
}

}  // namespace commlab
