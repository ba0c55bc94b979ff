#pragma once
// A time is reported only for a correct result: the first call is compared with the reference, then calls are
// timed, then a last call is compared again.

#include "core/base/error.h"
#include "core/experiment/run.h"
#include "gpu/device.h"
#include "gpu/real_run_options.h"
#include "gpu/runner.h"

namespace commlab {

// Errors: fewer than one iteration; an absent rank that does not exist in the programs.
Status check_options(const Programs&, const RealRunOptions&);

// The order in which to issue the programs. Errors: impossible options; programs that verify() refutes; too
// little memory for the programs and the check.
Result<IssueOrder> admit(const Programs&, const RunOptions&, const RealRunOptions&, const Device&);

// What the host needs: the buffers that are kept, and those that the check needs. Ranks check their own
// outputs; but where rounding makes the order of additions matter, the host plays the programs itself.
Bytes memory_on_host(const Programs&, const RunOptions&);

// The same check for native_programs(), which a library performs by itself, and for schedules whose messages
// it carries. A native collective has no schedule to prove, and memory on the GPUs is not checked here.
Status check_for_library(const Programs&, const RunOptions&, const RealRunOptions&, Bytes available_on_host);

// A native collective has no trace: the library does not tell which rank moved what. Where it adds floats in
// an order of its own, Run::rounded tells whether they differ from the reference by rounding (library_equal.h
// says by how much they may). REQUIRES: the runner runs these programs, and they were admitted.
Result<Run> checked_run(const Programs&, Runner&, const RunOptions&, const RealRunOptions&);

// Calls admit(), then runs the programs on the device; see run_on_host().
Result<Run> checked_run(const Programs&, Device&, const RunOptions&, const RealRunOptions&);

}  // namespace commlab
