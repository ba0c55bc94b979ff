#pragma once
// The state of a script's run: what every host and stream is doing, and which ranks have come to which calls.
// Plain data: the engine's parts change it, and the diagnosis of a run that hangs reads it.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/script/program.h"
#include "core/script/run.h"

namespace commlab {

// Something that a rank began and will finish: work on a stream, its part in a call between ranks, or a
// batch, which is done when its parts are.
struct ScriptTask {
  Rank rank = 0;
  const ScriptStep* step = nullptr;
  std::int32_t batch = -1;            // the batch of which it is a part; -1: none
  std::vector<std::int32_t> parts{};  // a batch's tasks
  int parts_left = 0;
  bool only_waits = false;  // an entry of a stream that only waits for other tasks
  std::int32_t call = -1;   // the call in which it takes part, after it has come to the call
  bool begun = false;
  bool done = false;
  std::int32_t moment = -1;  // when it happens, as ScriptRaces orders it
  Time begins{};
  Time ends{};
};

// A stream does one entry after the other.
struct ScriptStreamEntry {
  std::int32_t task = 0;
  std::vector<std::int32_t> after{};  // tasks that must be done before it begins
  const ScriptStep* step = nullptr;
};

struct ScriptStreamState {
  std::vector<ScriptStreamEntry> entries;
  std::size_t next = 0;  // the entry that runs or waits
  std::optional<Time> waits_since{};
  std::size_t span = 0;  // of its work, in the record
  bool through() const { return next == entries.size(); }
};

struct ScriptHostState {
  std::size_t next = 0;                 // the step to do next
  bool busy = false;                    // busy with a step, until an event ends it
  std::vector<std::int32_t> awaited{};  // tasks for which it waits
  const ScriptStep* holding = nullptr;  // the step that waits for these tasks
  std::optional<Time> held_since{};
  std::int32_t connects_for = -1;  // the call to enqueue once its ranks are connected; -1: none
  std::map<std::string, std::int32_t> handles{};  // name -> task
  std::map<std::string, std::size_t> timers{};    // name -> index into ScriptRun::timers
  bool dead = false;
  Time died{};
};

struct ScriptRankState {
  ScriptHostState host;
  std::vector<ScriptStreamState> streams;
  std::vector<std::int64_t> calls_on_group;  // the number of its calls so far, by group
  int open_tasks = 0;
  std::optional<Time> through{};
};

// A collective or a message, with the members that have come to it.
struct ScriptMeetingState {
  bool is_message = false;
  bool connects = false;  // the members only connect for such a call, see connections.h
  int group = 0;          // group of a collective
  std::int64_t sequence = 0;
  std::vector<Rank> members;        // for a message: sender, receiver
  std::vector<std::int32_t> tasks;  // the members' tasks; -1: the member has not come
  int come = 0;
  bool matched = false;
  bool broken = false;               // the members' steps do not fit together, so the call is never done
  std::vector<std::size_t> sides{};  // if it is broken: members whose steps fit together have the same number
  std::int32_t broken_since = -1;    // the earlier call that broke its group; -1: none
  std::int32_t transfer = -1;        // a message's number on the network, after it has started
  bool arrived = false;
  bool has_slot = false;  // a message that left before its receive, see send_slots.h
};

struct ScriptState {
  std::vector<ScriptRankState> ranks;
  std::vector<ScriptTask> tasks;

  ScriptTask& task(std::int32_t t) { return tasks[t]; }
  const ScriptTask& task(std::int32_t t) const { return tasks[t]; }
  ScriptRankState& of(Rank rank) { return ranks[rank]; }
  const ScriptRankState& of(Rank rank) const { return ranks[rank]; }
};

}  // namespace commlab
