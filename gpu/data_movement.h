#pragma once
// What an instruction does to memory, as copies and combinations on its lane's stream. The executor handles
// what the instruction waits for and what waits for the instruction.
//
//   store               target <- message or source, stored or combined with the left operand
//   pass on             message <- source; a fused instruction passes on what it has just received
//   store and pass on   both in one pass over memory, where the device can do that

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
  // All arguments must outlive this object. `memory` is by rank.
  DataMovement(const Programs& programs, const IssueOrder& order, const Slots& slots,
               std::span<const RankMemory> memory, Device& device)
      : programs_(programs), order_(order), slots_(slots), memory_(memory), device_(device) {}

  // Whether store_and_pass_on() does the whole instruction, instead of store() and pass_on().
  bool is_at_once(const IssuedInstruction&) const;
  void store(const IssuedInstruction&, Stream) const;  // REQUIRES: it has a target, and is not at once.
  void pass_on(const IssuedInstruction&, Stream) const;
  void store_and_pass_on(const IssuedInstruction&, Stream) const;  // REQUIRES: is_at_once().
  // What pass_on() copies into the slot. A Transport sends it from here.
  Stretches passed_on(const IssuedInstruction&) const;
  // Where the message lies until it is received. REQUIRES: its receiver is in this process.
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
  Stretches slot_of(int message) const;  // no stretch for an empty message
  std::vector<Rank> members_from_self(const IssuedInstruction&) const;

  const Programs& programs_;
  const IssueOrder& order_;
  const Slots& slots_;
  std::span<const RankMemory> memory_;
  Device& device_;
};

}  // namespace commlab
