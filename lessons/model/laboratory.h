#pragma once
// The functions that run experiments, scripts and measurements for a lesson. main.cpp fills them in, so that
// lessons know neither the simulator nor hardware, and a test can pass its own.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bounds/bounds.h"
#include "core/experiment/experiment.h"
#include "core/experiment/run.h"
#include "core/machine/machine.h"
#include "core/plan/outcome.h"
#include "core/programs/programs.h"
#include "core/script/run.h"

namespace commlab {

// A script, and the keys of its scene.
struct ScriptScene {
  std::string text;
  std::string machine;                  // as --machine takes it
  std::optional<int> ranks{};           // nothing: the number in the script, else the machine's GPUs
  std::string flavour = "nccl";         // gloo | nccl | mpi
  std::optional<std::uint64_t> seed{};  // chooses the order of prints at the same time; nothing: by rank
  std::optional<ScriptElement> outcomes_of{};  // the run finds all values that this element can end with
  bool operator==(const ScriptScene&) const = default;
};

// A lesson to go to.
struct LessonSignpost {
  int number = 0;  // 0: none
  std::string id;
  std::string title;
};

// perform and machine are always set; the others may be empty.
struct Laboratory {
  std::function<Result<Outcome>(const Experiment&)> perform;
  std::function<Result<ScriptRun>(const ScriptScene&)> run_script;
  std::function<Result<Machine>(const std::string&)> machine;
  // Measures the experiment on threads of this computer.
  std::function<Result<Measurement>(const Experiment&)> measure;
  // The text of the file in lessons/data whose name begins with this: "D1".
  std::function<Result<std::string>(std::string_view data)> data;
  // The text of the script in lessons/scripts with this name: "pipeline".
  std::function<Result<std::string>(const std::string& name)> script{};
  // The time now: seconds since 1970, UTC. Without it, the times of answers are not kept.
  std::function<std::int64_t()> clock{};
  // The shipped lesson after the one with this id; nothing after the last.
  std::function<std::optional<LessonSignpost>(std::string_view id)> next_lesson{};
};

}  // namespace commlab
