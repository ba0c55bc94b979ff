#pragma once
// What a lesson has done for it: plain functions, filled in by main.cpp, so that lessons know neither the
// simulator nor hardware, and a test can hand in its own.

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
#include "core/programs/programs.h"
#include "core/script/run.h"

namespace commlab {

// An experiment, done on the model: what questions about it are answered from.
struct Performed {
  Experiment experiment;  // the line that does it again, defaults and algorithm included
  Machine machine;
  Programs programs;
  Run run;  // with trace, and where it is small, with buffers
  std::optional<Bound> bound;
};

// A script with all that is said beside it.
struct ScriptScene {
  std::string text;
  std::string machine;                         // as --machine takes it
  std::optional<int> ranks{};                  // default: as the script says, else the machine's GPUs
  std::string flavour = "nccl";                // gloo | nccl | mpi
  std::optional<std::uint64_t> seed{};         // of prints at the same time; default: by rank
  std::optional<ScriptElement> outcomes_of{};  // all that it can end with is asked for
  bool operator==(const ScriptScene&) const = default;
};

// A lesson, as a signpost to it.
struct LessonSignpost {
  int number = 0;  // 0: none
  std::string id;
  std::string title;
};

// perform and machine are always there; the others may be empty.
struct Laboratory {
  std::function<Result<Performed>(const Experiment&)> perform;
  std::function<Result<ScriptRun>(const ScriptScene&)> run_script;
  std::function<Result<Machine>(const std::string&)> machine;
  // Really does it here, on threads of this computer.
  std::function<Result<Measurement>(const Experiment&)> measure;
  // The text of a file of lessons/data, by the beginning of its name: "D1".
  std::function<Result<std::string>(std::string_view data)> data;
  // The text of a script of lessons/scripts, by its name: "pipeline".
  std::function<Result<std::string>(const std::string& name)> script{};
  // What time it is: seconds since 1970, UTC. Without it, nothing is kept of when questions were answered.
  std::function<std::int64_t()> clock{};
  // The lesson that comes after the one of this id, of those that are shipped; nothing after the last.
  std::function<std::optional<LessonSignpost>(std::string_view id)> next_lesson{};
};

}  // namespace commlab
