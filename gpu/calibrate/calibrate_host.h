#pragma once
// Measures threads or processes on processors with the same code that runs collectives there: lanes that wake
// each other, slots that drop out of caches, ranks that share cores.

#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "gpu/calibrate/calibration.h"
#include "gpu/calibrate/probes.h"

namespace commlab {

// Ranks whose lanes are threads on this computer's processors, in one process or in many.
struct OnProcessors {
  std::string backend;    // the machine's name: "host"
  std::string ranks_are;  // "threads"
  TimePrograms time;
  bool at_both_ends = false;  // as in a machine's Work
  // Ranks that were launched as processes: their number, since all take part in every probe, and the number
  // of processors that they may use together. A launcher may keep each of them on a processor of its own.
  struct Launched {
    int ranks = 0;
    int processors = 0;
  };
  std::optional<Launched> launched{};
};
// What it measures: the costs of starting, of waking a lane and of a message, and the rates of sends,
// receives, reductions and copies by the memory that a processor works on, also when ranks share processors.
// Errors: fewer than two ranks; an error of a timing.
Result<Calibration> calibrate_on_processors(const OnProcessors&, int ranks, const ReportProgress&);

// The host backend: all ranks are threads of this process.
Result<Calibration> calibrate_host(int ranks, const ReportProgress&, const std::stop_token& = {});

}  // namespace commlab
