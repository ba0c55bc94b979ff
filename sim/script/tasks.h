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

  // Adds a task for the step, and if the step is a batch, for each of its parts. Returns `none` if the
  // library refuses the step, which ends the rank.
  std::int32_t add(Rank, const ScriptStep&);
  // Adds a task that only waits for other tasks.
  std::int32_t add_wait(Rank, const ScriptStep&);

  void finish(std::int32_t task);
  bool all_done(const std::vector<std::int32_t>& tasks) const;

  // The task happens on that lane (see values/races.h), after these tasks. The parts of a batch happen side
  // by side, and the batch happens after its parts.
  void place_after(std::int32_t task, int lane, const std::vector<std::int32_t>& tasks);
  // The moments at which these tasks happen.
  std::vector<std::int32_t> moments_of(const std::vector<std::int32_t>& tasks) const;

  // The rank's host prints this error and then does nothing more. A host dies only once.
  void die(Rank, const ScriptStep&, const std::string& text);

 private:
  std::int32_t append(ScriptTask);
  bool refused(Rank, const ScriptStep&);
  void place(std::int32_t task, int lane, const std::vector<std::int32_t>& after_moments);

  ScriptWorld& world_;
};

}  // namespace commlab
