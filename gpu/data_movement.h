#pragma once
// What an instruction does to memory, as copies and combinations on its lane's stream. What it waits for, and
// who waits for it, is the executor's.
//
//   store               target <- message or source, stored or combined with the left operand
//   pass on             message <- source; of fused ones, what was just received
//   store and pass on   both in one pass over memory, where the device can

#include <span>
#include <vector>

#include "core/programs/programs.h"
#include "gpu/device.h"
#include "gpu/issue_order.h"
#include "gpu/rank_memory.h"
#include "gpu/slots.h"
#include "gpu/strips.h"

namespace commlab {

class DataMovement {
 public:
  // All must outlive it. `memory` is that of each rank.
  DataMovement(const Programs& programs, const IssueOrder& order, const Slots& slots,
               std::span<const RankMemory> memory, Device& device)
      : programs_(programs), order_(order), slots_(slots), memory_(memory), device_(device) {}

  // Whether the instruction is one for store_and_pass_on(), and not for the others.
  bool is_at_once(const IssuedInstruction&) const;
  void store(const IssuedInstruction&, Stream) const;  // REQUIRES: has_target().
  void pass_on(const IssuedInstruction&, Stream) const;
  void store_and_pass_on(const IssuedInstruction&, Stream) const;
  // What pass_on() copies into the slot, for whoever carries it elsewhere.
  Stretches passed_on(const IssuedInstruction&) const;
  // Where the message lies between the two. REQUIRES: its receiver is here.
  std::span<std::byte> slot_of(const Message&) const;

 private:
  void multicast(const IssuedInstruction&, Stream) const;
  void load_reduce(const IssuedInstruction&, Stream) const;
  void combine(Stream, const Stretches& target, const Stretches& with, const Stretches& incoming) const;
  void copy(Stream, const Stretches& target, const Stretches& source) const;
  Stretches stretches(const IssuedInstruction&, const Operand&) const;
  Stretches stretches_at(Rank owner, const IssuedInstruction&, const Operand&) const;
  Stretches incoming(const IssuedInstruction& i) const { return slot_of(i.incoming); }
  Stretches outgoing(const IssuedInstruction& i) const { return slot_of(i.outgoing); }
  Stretches slot_of(int message) const;  // none of an empty message
  std::vector<Rank> members_from_self(const IssuedInstruction&) const;

  const Programs& programs_;
  const IssueOrder& order_;
  const Slots& slots_;
  std::span<const RankMemory> memory_;
  Device& device_;
};

}  // namespace commlab
