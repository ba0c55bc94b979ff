#pragma once
// A time is reported only for a correct result: the first call is compared with the reference, then calls are
// timed, then a last call is compared again.

#include <functional>
#include <vector>

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
Result<IssueOrder> admit(const Programs&, const RealRunOptions&, const Device&);

// REQUIRES: the runner runs these programs, and admit() accepted them.
Result<Run> checked_run(const Programs&, Runner&, const RunOptions&, const RealRunOptions&);

// The same, but `holds` checks the outputs instead of comparing them with interpret()'s result.
using CheckOutputs = std::function<Status(const std::vector<Memory>&)>;
Result<Run> checked_run(const Programs&, Runner&, const CheckOutputs&, const RunOptions&,
                        const RealRunOptions&);

// Calls admit(), then runs the programs on the device; see run_on_host().
Result<Run> checked_run(const Programs&, Device&, const RunOptions&, const RealRunOptions&);

}  // namespace commlab
