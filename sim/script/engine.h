#pragma once
// The event engine of scripts. A host does its steps in order; a stream its entries; both may have to wait
// for tasks. A call between ranks is matched when all have come: collectives by group and sequence number,
// messages by sender, receiver and order.
//
//   on the host's memory     the call begins at once, and holds the host until it is done, unless it has a
//                            handle: then wait(h) does
//   on streams               the call is put on the communication stream, behind what the stream it was
//                            called on had to do; that stream's later work waits for it, or with a handle,
//                            what comes after wait(h)
//
// When no event is left, whoever is not through never will be.

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/machine/machine.h"
#include "core/script/program.h"
#include "core/script/run.h"
#include "sim/event_queue.h"
#include "sim/script/collectives.h"
#include "sim/script/flavour.h"
#include "sim/script/memory.h"
#include "sim/script/network.h"
#include "sim/script/races.h"
#include "sim/script/state.h"

namespace commlab {

class ScriptEngine {
 public:
  // Keeps references to all.
  ScriptEngine(const ScriptProgram&, const Machine&, const Flavour&, const ScriptOptions&);

  Result<ScriptRun> run();

 private:
  enum What : std::uint32_t { host_goes_on, stream_goes_on, first_byte, last_byte, arrives, collective_ends };
  static constexpr std::uint32_t what_bits = 3;
  static_assert(Flows::stamps == 1u << (32 - what_bits));

  // sim/script/engine.cpp: events, and whom they let go on
  Status play();
  void handle(const EventQueue::Event&);
  void advance_all();
  void advance(Rank);
  void touch(Rank);
  void post(Time at, std::uint32_t who, What, std::uint32_t more = 0);
  void post_due();
  Time now() const { return queue_.now(); }
  bool all_done(const std::vector<std::int32_t>& tasks) const;
  void note_if_through(Rank);
  std::vector<std::int32_t> moments_of(const std::vector<std::int32_t>& tasks) const;
  void place_in_order(std::int32_t task, int lane, const std::vector<std::int32_t>& after);

  // sim/script/host.cpp: what a host does
  bool advance_host(Rank);
  Time cost_on_host(const ScriptStep&) const;
  void complete(Rank, const ScriptStep&);
  void call_on_host(Rank, const ScriptStep&);
  void resume(Rank);
  void hold(Rank, const ScriptStep&, std::vector<std::int32_t> tasks);
  void print(Rank, int line, std::string text, bool is_error = false);
  void die(Rank, const ScriptStep&, const std::string& text);

  // sim/script/streams.cpp: what its streams do
  void enqueue(Rank, const ScriptStep&);
  void enqueue_call(Rank, const ScriptStep&);
  void append(Rank, int stream, ScriptStreamEntry);
  bool advance_stream(Rank, int stream);
  std::vector<std::int32_t> last_of(Rank, int stream) const;
  Time work_time(const ScriptStep&) const;
  void do_work(Rank, const ScriptStep&);  // what it does to tensors

  // sim/script/calls.cpp: calls between ranks
  std::int32_t new_task(Rank, const ScriptStep&);  // -1: the library refuses, and the rank dies of it
  std::int32_t add_task(ScriptTask);
  std::int32_t new_wait(Rank, const ScriptStep&);
  bool refused(Rank, const ScriptStep&);
  void begin(std::int32_t task);
  void begin_call(std::int32_t task);
  std::int32_t call_for(const ScriptTask&);
  std::int32_t new_call(const ScriptStep&, const std::vector<Rank>& members, bool is_message, int group,
                        std::int64_t sequence);
  void finish(std::int32_t task);
  void collective_came(std::int32_t call);
  void start_collective(std::int32_t call, bool values_are_known);
  void end_collective(std::int32_t call);
  void message_came(std::int32_t call, bool is_sender);
  void start_message(std::int32_t call);
  void message_left(std::int32_t call);
  void message_arrived(std::int32_t call);
  void receive(std::int32_t call);
  void carry(std::int32_t task, Time from, Time to);

  // sim/script/mismatches.cpp: what came does not fit together
  enum class Fit : std::uint8_t { yes, unknown_values, never };
  Fit fit(std::int32_t call);
  using Steps = std::vector<const ScriptStep*>;  // of a call's members
  Steps steps_of(std::int32_t call) const;
  // Each: what follows where they differ in that; nullopt where they agree.
  std::optional<Fit> other_operations(std::int32_t call, const Steps&);
  std::optional<Fit> other_roots(std::int32_t call, const Steps&);
  std::optional<Fit> other_sizes(std::int32_t call, const Steps&);
  std::optional<Fit> other_types(std::int32_t call, const Steps&);
  void blame(std::int32_t call, std::size_t odd, std::size_t usual, std::string_view unlike);
  Fit message_fit(std::int32_t call);
  void die_of_sizes(std::int32_t call, std::size_t victim, Bytes came, Bytes expected);
  void mismatched(Rank culprit, int line, std::string why);
  void undefined(std::string_view what);
  const ScriptStep& step_of(std::int32_t call, std::size_t member) const;

  // sim/script/engine_record.cpp: what is kept of it
  void span(ScriptSpan);
  void put(Rank, const ScriptPayload&, const ScriptData&);  // into memory, and among the writes
  void forget(Rank, const ScriptPayload&);                  // likewise
  void record_write(Rank, const ScriptPayload&);
  ScriptRun result();
  void record_collective(std::int32_t call, const ScriptCollectives::Timing&, Time start);
  void record_messages();
  void record_unfinished();
  Status record_outcomes();
  void put_in_order();

  const ScriptProgram& program_;
  const Machine& machine_;
  const Flavour& flavour_;
  const ScriptOptions& options_;
  EventQueue queue_;
  ScriptState state_;
  ScriptMemory memory_;
  ScriptMemory before_;
  ScriptCollectives collectives_;
  ScriptNetwork network_;
  ScriptRaces races_;
  std::vector<Rank> touched_;
  std::vector<bool> is_touched_;
  std::map<std::pair<int, std::int64_t>, std::int32_t> collective_calls_;  // group, sequence -> call
  std::map<std::tuple<Rank, Rank, std::int64_t>, std::int32_t> message_calls_;
  std::map<std::pair<Rank, Rank>, std::int64_t> sent_, received_;  // so far, of each pair
  std::vector<std::int32_t> call_of_message_;                      // on the network
  std::vector<ScriptData> data_;                                   // under way, by message
  std::map<std::int32_t, ScriptCollectives::Outcome> outcomes_;    // of collectives under way
  std::vector<std::int32_t> broken_since_;  // of each group, the call that broke it; -1: none
  std::optional<Error> failure_;            // what the model cannot do: ends the run
  bool is_mismatch_ = false;
  bool is_error_ = false;
  std::int64_t written_ = 0;  // elements that the writes hold
  Time last_event_{};
  ScriptRun run_;
};

}  // namespace commlab
