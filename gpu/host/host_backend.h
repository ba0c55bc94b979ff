#pragma once
// The host backend: Programs on this computer's processors, with real data, checked, then timed.

#include "core/base/error.h"
#include "core/experiment/run.h"
#include "core/programs/programs.h"
#include "gpu/real_run_options.h"

namespace commlab {

// Runs the programs, compares every promised block with interpret()'s result bit for bit, then times.
// Run.first is the very first call, Run.times are the timed ones, Run.finish is their median, and Run.trace
// is the trace of the median iteration. A wrong result has no time. Errors: wrong data (Fault::runtime, with
// rank, block and element); a missed deadline; too little memory (with the size that would fit).
Result<Run> run_on_host(const Programs&, const RunOptions&, const RealRunOptions& = {});

}  // namespace commlab
