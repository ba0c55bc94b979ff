#pragma once
// Runs Programs on a device. Each lane is a stream. One thread issues the instructions of all ranks, in an
// order in which every wait comes after its record.
//
//   send      wait(slot free)   copy source -> slot      record(slot full)
//   receive   wait(slot full)   slot (+) with -> target  record(slot free)
//
// Within a group, members read and write each other's memory directly, and events make a barrier:
//
//   store     source -> target of every member          arrive   record(arrived)
//   load      source of every member (+) -> target      wait     wait(arrived) of every member
//
// The executor issues nothing for ranks in other processes; a Transport carries the messages between these
// ranks and ours.
//
// Everything is enqueued behind a gate. Time runs from the gate's opening to the end of the last lane, so
// issuing is not timed. Where stamps take time, a run can do with two: then a stream of its own, the
// timekeeper's, stamps before the first lane begins and after the last one ends, and the time to launch is
// told apart. With several calls in a row, a rank begins a call when all its lanes have ended the one before;
// ranks of a group wait for all ranks, because they write each other's memory. Slots order the rest. The
// scaling that avg needs is timed: the first lane of each rank scales the input before the
// rank's other work, or, for integers, the output after it.

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/base/error.h"
#include "core/collective/data_pattern.h"
#include "core/experiment/late_rank.h"
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
  std::vector<Rank> absent{};       // these ranks never start
  std::vector<LateRank> late{};     // these begin so much later than the gate opens
  std::optional<Rank> only{};       // the one rank of this process; nullopt: all ranks are in this process
  Transport* transport = nullptr;   // the transport to the other processes; required if `only` is set
  // Called when everything is enqueued, before the gate opens. It may wait, and calls `wake` shortly before
  // it returns, since a lane that sleeps begins late.
  std::function<Status(const std::function<void()>& wake)> start{};
  // Asks for an end: what runs or comes then is an error of Fault::runtime, and the device is abandoned.
  std::stop_token stop{};
};

class Executor : public Runner {
 public:
  // Programs, device and transport must outlive it.
  // REQUIRES: order = issue_order(programs); the programs stay within their buffers (verify() proves that);
  // with `only` one rank, they have no groups. Errors (Fault::runtime): too little memory, no more threads.
  static Result<Executor> prepare(const Programs&, IssueOrder order, Device&, ExecutorOptions = {});
  // The memory that an executor allocates, by rank.
  static std::vector<Bytes> memory_needed(const Programs&, const IssueOrder&);

  const IssueOrder& order() const override { return order_; }
  Status fill(DataPattern) override;
  bool stamps_take_time() const override { return device_->stamps_take_time(); }
  void stamp_every_step(bool every) override { only_ends_ = !every && stamps_take_time(); }
  void call_in_a_row(int calls) override { last_.calls = calls; }
  // When an iteration does not end in time, the device is abandoned.
  Result<Time> run_once(std::chrono::milliseconds deadline) override;
  const Iteration& last() const override { return last_; }
  // If `only` is set, only this rank's output is checked, and the others' memories are empty.
  Result<OutputCheck> check(DataPattern) const override;
  Result<std::vector<Memory>> outputs() const override;
  // By rank. In place, a run overwrites inputs.
  Result<std::vector<Memory>> inputs() const;

 private:
  Executor(const Programs& programs, Device& device, IssueOrder order, ExecutorOptions);

  Status allocate();
  Status add_streams();
  void add_events();
  void issue_all();
  void issue_call(int call);
  Status await_start();
  bool finish(std::chrono::steady_clock::time_point deadline);
  bool is_here(Rank rank) const { return !options_.only || *options_.only == rank; }
  bool leaves(const Message&) const;
  bool arrives(const Message&) const;
  void await_slot(const Message&, Stream);
  void await_message(const Message&, const DataMovement&, Stream);
  void give_back(const Message&, Stream);
  void issue_start();
  void issue_begin(Rank, std::span<const Stream> lanes);
  void issue_next(Rank, std::span<const Stream> lanes);
  void issue_scaling(Rank, std::span<const Stream> lanes);
  void issue(int instruction, int call);
  void issue_end(Rank, std::span<const Stream> lanes);
  void issue_finish();
  void stamp_step(Stream, HostTime* at);
  void note_ends(HostTime launched);
  std::span<const Stream> lanes_of(Rank) const;
  const Message& incoming(const IssuedInstruction& i) const { return order_.messages[i.incoming]; }
  const Message& outgoing(const IssuedInstruction& i) const { return order_.messages[i.outgoing]; }
  Memory contents(const Storage&, ElementRange) const;

  const Programs* programs_;
  Device* device_;
  IssueOrder order_;
  ExecutorOptions options_;
  Slots slots_;
  std::vector<RankMemory> memory_;  // by rank
  std::vector<Stream> streams_;     // by lane
  Event gate_;
  Event wake_;                              // shortly before, if somebody decides when the gate opens
  Event never_;                             // the gate of absent ranks; it never opens
  std::vector<Event> at_gate_;              // by lane
  std::vector<Event> scaled_;               // by rank: its input is scaled
  std::vector<Event> finished_;             // by lane: the end of a call; only if something waits for it
  std::vector<std::optional<Event>> done_;  // by instruction; only for those that another lane waits for
  Iteration last_;
  bool only_ends_ = false;            // stamp the first command and the last one only
  std::optional<Stream> timekeeper_;  // the stream that stamps them; none if stamps take no time
  Event started_;
  HostTime first_ = 0;
  HostTime last_end_ = 0;
};

}  // namespace commlab
