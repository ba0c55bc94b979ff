#pragma once
// The streams of every rank: hosts put entries on them, and each stream does one entry after the other.

#include <cstdint>
#include <vector>

#include "sim/script/calls.h"
#include "sim/script/tasks.h"
#include "sim/script/world.h"

namespace commlab {

class ScriptStreams {
 public:
  ScriptStreams(ScriptWorld&, ScriptTasks&, ScriptCalls&);  // keeps references

  // Puts the step on its streams. Returns the task for which the host must wait, or none.
  std::int32_t enqueue(Rank, const ScriptStep&);

  // The stream works on its next entry if it can. Returns whether it finished the entry.
  bool advance(Rank, int stream);
  // Event: the rank's stream with this number (see ScriptEvents) has done its work.
  void work_ended(std::uint32_t who);

  // The task of the last entry, if there is any.
  std::vector<std::int32_t> last_of(Rank, int stream) const;

 private:
  std::int32_t enqueue_call(Rank, const ScriptStep&);
  void append(Rank, int stream, ScriptStreamEntry);
  void begin(std::int32_t task);

  ScriptWorld& world_;
  ScriptTasks& tasks_;
  ScriptCalls& calls_;
};

}  // namespace commlab
