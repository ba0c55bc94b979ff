#pragma once
// The host backend: Programs on this computer's cores, with real data, checked, then timed.

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/experiment/run.h"
#include "core/machine/machine.h"
#include "core/programs/programs.h"

namespace commlab {

struct HostOptions {
  int iterations = 20;
  int warmup = 3;
  std::chrono::milliseconds deadline{
      10'000};               // of one iteration; then an error that names who waits for whom
  std::vector<Rank> absent;  // ranks that never arrive
};

// Runs the programs, compares every promised block with interpret()'s result bit for bit, then times.
// Run.first is the very first call, Run.times the timed ones, Run.finish their median, Run.trace the
// median iteration's. No time is reported for a wrong result.
// Errors: wrong data (Fault::runtime: rank, block, element), deadline, too little memory (what would fit).
Result<Run> run_on_host(const Programs&, const RunOptions&, const HostOptions& = {});

// Measures this computer: hand-over latency, copy and reduce rates by size, memory shared by several
// ranks, more ranks than cores; a Machine that simulate() predicts this backend with.
struct Calibration {
  Machine machine;
  struct Residual {
    std::string probe;
    Bytes size;
    Time measured;
    Time fitted;
  };
  std::vector<Residual> residuals;
};
Result<Calibration> calibrate_host(int ranks, const ReportProgress&);

}  // namespace commlab
