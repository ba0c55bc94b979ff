#pragma once
// The effect of every instruction on memory, for all code that plays Programs: verify follows contributions,
// interpret moves numbers, a replay dates its stores. They differ in the content of a chunk of memory.

#include "core/base/error.h"
#include "core/programs/execution.h"
#include "core/programs/programs.h"

namespace commlab {

// Does all that the execution offers, on a Memory that has
//
//   Status begin(event)                           is told of every instruction before it is done
//   Result<Value> read(event, owner, operand, k)  the k-th block of an operand in the memory of rank `owner`
//   Result<Value> write(event, owner, k, with, incoming)
//                                                 stores `incoming` as the k-th block of the target, or where
//                                                 `with` is not null, both combined; returns what is stored
//   Value combined(event, k, left, right)         of a load_reduce: what is summed so far
//   Value message(event, k)                       the k-th block of the message that is received
//   void send(event, k, value)                    likewise, of the one that is sent
//   void end(event)                               is told when it is done
//
// for a copyable type Memory::Value. An error of these ends the play. Afterwards the execution is done, or no
// lane can go on.
template <class Memory>
Status play(const Programs& programs, Execution& execution, Memory& memory) {
  using Value = typename Memory::Value;

  const auto load_reduce = [&](const Happened& event, int group, int k) -> Result<Value> {
    const std::vector<Rank> members = programs.members_from(group, event.rank);
    Result<Value> sum = memory.read(event, members.front(), event.instruction->source, k);
    if (!sum || members.size() == 1) return sum ? memory.write(event, event.rank, k, nullptr, *sum) : sum;
    for (const Rank member : members) {
      if (member == members.front()) continue;
      const Result<Value> loaded = memory.read(event, member, event.instruction->source, k);
      if (!loaded) return loaded;
      if (member == members.back()) return memory.write(event, event.rank, k, &*sum, *loaded);
      sum = memory.combined(event, k, *sum, *loaded);
    }
    return sum;
  };

  // Performs the k-th block's send or store.
  const auto perform = [&](const Happened& event, int k) -> Result<Value> {
    const Instruction& i = *event.instruction;
    const auto group = [&] { return programs.of(event.rank).lanes[event.lane].group; };
    if (i.op == Opcode::load_reduce) return load_reduce(event, group(), k);
    const Result<Value> incoming = receives(i.op) ? Result<Value>(memory.message(event, k))
                                                  : memory.read(event, event.rank, i.source, k);
    if (!incoming || i.op == Opcode::send) return incoming;
    if (i.op == Opcode::multicast) {
      Result<Value> stored = incoming;
      for (const Rank member : programs.members(group()))
        if (stored = memory.write(event, member, k, nullptr, *incoming); !stored) break;
      return stored;
    }
    if (!reduces(i.op)) return memory.write(event, event.rank, k, nullptr, *incoming);
    const Result<Value> with = memory.read(event, event.rank, i.with, k);
    return with ? memory.write(event, event.rank, k, &*with, *incoming) : with;
  };

  while (const auto event = execution.next()) {
    const Instruction& i = *event->instruction;
    if (Status ok = memory.begin(*event); !ok) return ok;
    for (int k = 0; k < i.blocks && !meets(i.op); ++k) {
      const Result<Value> value = perform(*event, k);
      if (!value) return tl::unexpected(value.error());
      if (event->sent >= 0) memory.send(*event, k, *value);
    }
    memory.end(*event);
  }
  return {};
}

// Returns an error if not all instructions are done, without the reason. REQUIRES: the execution cannot go
// on.
Status check_done(const Execution&);

}  // namespace commlab
