#pragma once
// Makes the tasks of all ranks (see state.h), finishes them, and ends ranks that die.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/script/world.h"

namespace commlab {

// Whether the step is a call between ranks.
inline bool is_call(const ScriptStep& step) {
  return is_message(step.operation) || is_collective(step.operation);
}

class ScriptTasks {
 public:
  static constexpr std::int32_t none = -1;

  explicit ScriptTasks(ScriptWorld& world) : world_(world) {}  // keeps a reference

  // A task for the step, and where it is a batch, for each of its parts. None where the library refuses what
  // the step asks for, and the rank has died of it.
  std::int32_t add(Rank, const ScriptStep&);
  // A task that only waits for others.
  std::int32_t add_wait(Rank, const ScriptStep&);

  void finish(std::int32_t task);
  bool all_done(const std::vector<std::int32_t>& tasks) const;

  // The task happens on that lane (see values/races.h), after these tasks. A batch's parts happen side by
  // side, and the batch after them.
  void place_after(std::int32_t task, int lane, const std::vector<std::int32_t>& tasks);
  // The moments at which these tasks happen.
  std::vector<std::int32_t> moments_of(const std::vector<std::int32_t>& tasks) const;

  // The rank's host prints this error and does nothing after it. A host dies only once.
  void die(Rank, const ScriptStep&, const std::string& text);

 private:
  std::int32_t append(ScriptTask);
  bool refused(Rank, const ScriptStep&);
  void place(std::int32_t task, int lane, const std::vector<std::int32_t>& after_moments);

  ScriptWorld& world_;
};

}  // namespace commlab
