#pragma once
// A collective that a library performs by itself (native_programs()), checked, then timed. Where the library
// adds floats in an order of its own, they may differ from the reference by rounding; Run::rounded tells
// whether they did (library_equal.h says by how much).

#include "core/base/error.h"
#include "core/experiment/run.h"
#include "gpu/real_run_options.h"
#include "gpu/runner.h"

namespace commlab {

// Errors: impossible options; programs that verify() refutes (a native collective has no schedule to prove);
// too little host memory for the check.
Status check_for_library(const Programs&, const RealRunOptions&, Bytes available_on_host);

// The run has no trace: the library does not tell which rank moved what. REQUIRES: native_programs(), which
// the runner runs.
Result<Run> checked_library_run(const Programs&, Runner&, RunOptions, const RealRunOptions&);

}  // namespace commlab
