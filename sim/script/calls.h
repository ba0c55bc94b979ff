#pragma once
// Calls between ranks: which members have come, when a call begins, what the call does, and which tasks its
// end finishes. A collective is matched by group and sequence number, a message by sender, receiver and
// order.

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "sim/script/calls_under_way.h"
#include "sim/script/collectives.h"
#include "sim/script/mismatches.h"
#include "sim/script/network.h"
#include "sim/script/send_slots.h"
#include "sim/script/state.h"
#include "sim/script/tasks.h"
#include "sim/script/world.h"

namespace commlab {

class ScriptCalls {
 public:
  ScriptCalls(ScriptWorld&, ScriptTasks&);  // keeps references

  // The task comes to its call; the parts of a batch come to their calls. REQUIRES: its step is a call or a
  // batch.
  void begin(std::int32_t task);

  // Adds a connection of these ranks, whose first call is this step's. A member's task connects, and ends
  // when the tasks of all members have come.
  std::int32_t add_connection(const ScriptStep&, const std::vector<Rank>& members);
  void connect(std::int32_t task, std::int32_t connection);

  // Events. last_byte() and collective_ends() return false if this end has moved, so that the event no longer
  // counts.
  void first_byte(std::uint32_t message);
  bool last_byte(std::uint32_t message, std::uint32_t stamp);
  void message_arrives(std::uint32_t message);
  bool collective_ends(std::int32_t call, std::uint32_t stamp);

  // Finds the new rates of messages and collectives, if an event of this moment changed them.
  void resolve_rates();

  // An error of the model, which ends the run.
  const std::optional<Error>& failure() const { return failure_; }

  const std::vector<ScriptMeetingState>& meetings() const { return meetings_; }
  const ScriptNetwork& network() const { return network_; }
  const std::vector<std::int32_t>& call_of_message() const { return call_of_message_; }

 private:
  std::int32_t call_for(const ScriptTask&);
  std::int32_t add_meeting(const ScriptStep&, ScriptMeetingState);
  const ScriptStep& step_of(std::int32_t call, std::size_t member) const;
  ScriptMismatches::Steps steps_of(std::int32_t call) const;

  void collective_came(std::int32_t call);
  void start_collective(std::int32_t call, bool values_are_known);
  void message_came(std::int32_t call, bool is_sender);
  bool uses_slots() const;
  bool is_eager(std::int32_t call) const;
  bool leaves_before_receive(std::int32_t call);
  void start_message(std::int32_t call);
  void receive(std::int32_t call);
  void give_slot_back(std::int32_t call);
  std::size_t carry(std::int32_t task, Time from, Time to);
  void post_due();

  ScriptWorld& world_;
  ScriptTasks& tasks_;
  ScriptMismatches mismatches_;
  ScriptCollectives collectives_;
  ScriptNetwork network_;
  std::vector<ScriptMeetingState> meetings_;
  std::map<std::pair<int, std::int64_t>, std::int32_t> collective_calls_;  // group, sequence -> call
  using Ends = SendSlots::Ends;
  std::map<std::pair<Ends, std::int64_t>, std::int32_t> message_calls_;
  std::map<Ends, std::int64_t> sent_, received_;  // messages so far
  std::vector<std::int32_t> call_of_message_;     // by message number on the network
  std::vector<ScriptData> data_;                  // data under way, by message
  SendSlots slots_;
  CallsUnderWay under_way_;
  std::map<std::int32_t, ScriptCollectives::Outcome> outcomes_;  // outcomes of collectives under way
  std::map<std::int32_t, std::vector<std::size_t>> spans_;       // and their spans
  std::optional<Error> failure_;
};

}  // namespace commlab
