#pragma once
// Runs the experiments of a batch. Those on a model may run side by side; one on hardware runs alone, so that
// its times are its own. A machine is read once.

#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <tuple>

#include "core/base/error.h"
#include "core/plan/outcome.h"
#include "core/plan/planner.h"
#include "gui/experiments/batch.h"
#include "gui/experiments/tools.h"

namespace commlab {

class BatchRunner {
 public:
  // Keeps a reference to tools.
  explicit BatchRunner(const Tools& tools);
  BatchRunner(const BatchRunner&) = delete;
  BatchRunner& operator=(const BatchRunner&) = delete;

  // Several threads may call it at once.
  Result<Outcome> run(const std::string& line);

 private:
  Result<std::optional<Machine>> kept_machine(const Experiment&);

  const Tools& tools_;
  Planner planner_;
  std::shared_mutex computer_;  // hardware has it alone; models share it
  std::mutex machines_mutex_;
  std::map<std::tuple<std::string, std::string, std::string, BackendName>, Result<std::optional<Machine>>>
      machines_;  // by name, NIC, GPU and backend
};

// Whether these experiments can be shared among the processes of a group, or run in this one at all. An error
// names an experiment that cannot.
Status can_be_in_a_batch(const Batch&, bool in_a_group, const Tools&);

}  // namespace commlab
