#pragma once
// Correct or no time: the first call's result is compared with the reference, then the
// clock counts, then a last call is compared again.

#include <functional>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/run.h"
#include "gpu/device.h"
#include "gpu/host_backend.h"
#include "gpu/runner.h"

namespace commlab {

// At least one iteration; absent ranks are ranks.
Status check_options(const Programs&, const HostOptions&);

// Whether the programs may be run at all: sane options, a proof, enough memory for them and for the check.
// In which order, if so.
Result<IssueOrder> admit(const Programs&, const HostOptions&, const Device&);

// REQUIRES: the runner runs these programs, which were admitted.
Result<Run> checked_run(const Programs&, Runner&, const RunOptions&, const HostOptions&);

// The same, where something else than equality with interpret()'s result must hold of all outputs.
using CheckOutputs = std::function<Status(const std::vector<Memory>&)>;
Result<Run> checked_run(const Programs&, Runner&, const CheckOutputs&, const RunOptions&, const HostOptions&);

// Admits the programs, and runs them on the device; see run_on_host().
Result<Run> checked_run(const Programs&, Device&, const RunOptions&, const HostOptions&);

}  // namespace commlab
