#pragma once
// The streams of every rank: hosts put entries on them, and each stream does one entry after the other.

#include <cstdint>
#include <vector>

#include "sim/script/calls.h"
#include "sim/script/connections.h"
#include "sim/script/processors.h"
#include "sim/script/tasks.h"
#include "sim/script/world.h"

namespace commlab {

class ScriptStreams {
 public:
  ScriptStreams(ScriptWorld&, ScriptTasks&, ScriptCalls&);  // keeps references

  // Puts the step on its streams. Returns the tasks for which the host must wait. If these connect the ranks
  // of a call, the call is not on its stream yet: append_call() puts it there.
  std::vector<std::int32_t> enqueue(Rank, const ScriptStep&);
  std::vector<std::int32_t> append_call(std::int32_t task);

  // The stream works on its next entry if it can. Returns whether it finished the entry.
  bool advance(Rank, int stream);
  // Event: the rank's stream with this number (see ScriptEvents) has done its work. Returns false if the work
  // has been slowed down since this end was foreseen.
  bool work_ended(std::uint32_t who, std::uint32_t stamp);

  // The task of the last entry, if there is any.
  std::vector<std::int32_t> last_of(Rank, int stream) const;

 private:
  std::vector<std::int32_t> enqueue_call(Rank, const ScriptStep&);
  void append(Rank, int stream, ScriptStreamEntry);
  int stream_of_call(const ScriptStep&) const;
  bool can_begin(const ScriptStreamEntry&) const;
  void begin(std::int32_t task, int stream);

  ScriptWorld& world_;
  ScriptTasks& tasks_;
  ScriptCalls& calls_;
  ScriptConnections connections_;
  ScriptProcessors processors_;
};

}  // namespace commlab
