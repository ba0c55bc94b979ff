#pragma once
// One finished experiment, as the window gets it.

#include <optional>
#include <string>
#include <vector>

#include "core/experiment/experiment.h"
#include "core/experiment/run.h"
#include "core/programs/programs.h"
#include "core/trace/trace.h"

namespace commlab {

struct Played {
  Experiment experiment;  // the line that does it again, defaults and algorithm included
  Trace trace;
  std::optional<Programs> programs;      // none: of a file whose experiment cannot be done again here
  std::string no_programs{};             // why not: a sentence
  std::string idea{};                    // the algorithm's, in one sentence
  std::vector<std::int32_t> critical{};  // path: indices into the trace, first to last
  std::optional<TimeSplit> split{};
  std::optional<Time> bound{};   // no algorithm can be faster here
  std::string bounded_by{};      // "gpu0 -> gpu1"
  std::string badge{};           // whose times these are: "simulated", "threads of this computer"
  bool models = true;            // predicted; else measured
  std::vector<Time> times{};     // of every timed iteration, where measured
  std::optional<bool> verified;  // unknown for large ones
};

}  // namespace commlab
