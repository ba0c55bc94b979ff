#pragma once
// Runs Programs on a device. One thread issues the instructions of all ranks in an order
// in which every wait follows its record; each lane is a stream.
//
//   send      wait(slot free)   copy source -> slot      record(slot full)
//   receive   wait(slot full)   slot (+) with -> target  record(slot free)
//
// On a group, members' memory is read and written where it lies, and events make a barrier:
//
//   store     source -> target of every member          arrive   record(arrived)
//   load      source of every member (+) -> target      wait     wait(arrived) of every member
//
// Of ranks in other processes nothing is issued; a Transport carries what passes between them and ours.
//
// Everything is enqueued behind a gate, and time runs from its opening to the end of the
// last lane: the cost of issuing is not in it. What avg asks for beyond a sum is part of the
// operation: the first lane of each rank scales the input before the rank's other work, and
// integers' output after it.

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/collective/data_pattern.h"
#include "core/programs/programs.h"
#include "gpu/data_movement.h"
#include "gpu/device.h"
#include "gpu/issue_order.h"
#include "gpu/iteration.h"
#include "gpu/rank_memory.h"
#include "gpu/runner.h"
#include "gpu/slots.h"
#include "gpu/transport.h"

namespace commlab {

struct ExecutorOptions {
  std::vector<Rank> absent{};       // they never start
  std::optional<Rank> only{};       // the one rank of this process; none: all of them
  Transport* transport = nullptr;   // where there is `only` one
  std::function<Status()> start{};  // may hold a run back when all is enqueued and the gate still shut
};

class Executor : public Runner {
 public:
  // Programs, device and transport must outlive it.
  // REQUIRES: order = issue_order(programs); the programs stay within their buffers (verify says so); with
  // `only` one rank, they have no groups.
  // Errors (Fault::runtime): too little memory, no more threads.
  static Result<Executor> prepare(const Programs&, IssueOrder order, Device&, ExecutorOptions = {});
  // All it allocates, by rank.
  static std::vector<Bytes> memory_needed(const Programs&, const IssueOrder&);

  const IssueOrder& order() const override { return order_; }
  Status fill(const std::vector<Memory>& inputs) override;
  // An iteration that does not end in time leaves the device abandoned.
  Result<Time> run_once(std::chrono::milliseconds deadline) override;
  const Iteration& last() const override { return last_; }
  Result<std::vector<Memory>> inputs() const override;
  Result<std::vector<Memory>> outputs() const override;  // of `only`; others' are empty

 private:
  Executor(const Programs& programs, Device& device, IssueOrder order, ExecutorOptions);

  Status allocate();
  Status add_streams();
  void add_events();
  void issue_all();
  bool finish(std::chrono::steady_clock::time_point deadline);
  bool is_here(Rank rank) const { return !options_.only || *options_.only == rank; }
  bool leaves(const Message&) const;
  bool arrives(const Message&) const;
  void await_slot(const Message&, Stream);
  void await_message(const Message&, const DataMovement&, Stream);
  void give_back(const Message&, Stream);
  void issue_begin(Rank, std::span<const Stream> lanes);
  void issue(int instruction);
  void issue_end(Rank, std::span<const Stream> lanes);
  std::span<const Stream> lanes_of(Rank) const;
  const Message& incoming(const IssuedInstruction& i) const {
    return order_.messages[static_cast<std::size_t>(i.incoming)];
  }
  const Message& outgoing(const IssuedInstruction& i) const {
    return order_.messages[static_cast<std::size_t>(i.outgoing)];
  }
  Memory contents(const Storage&, ElementRange) const;

  const Programs* programs_;
  Device* device_;
  IssueOrder order_;
  ExecutorOptions options_;
  Slots slots_;
  std::vector<RankMemory> memory_;  // of each rank
  std::vector<Stream> streams_;     // of each lane
  Event gate_;
  Event never_;                             // the gate of absent ranks
  std::vector<Event> at_gate_;              // of each lane
  std::vector<Event> scaled_;               // of each rank: its input
  std::vector<Event> finished_;             // of each lane, where output is scaled
  std::vector<std::optional<Event>> done_;  // of each instruction that another lane waits for
  Iteration last_;
};

}  // namespace commlab
