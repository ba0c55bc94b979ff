#pragma once
// The tcp backend: each rank of the programs in a process of its own, messages over sockets. Checked, then
// timed, as on the host.

#include "core/base/error.h"
#include "core/experiment/run.h"
#include "gpu/net/group/called_group.h"
#include "gpu/real_run_options.h"

namespace commlab {

// See run_on_host(). Errors (Fault::runtime) beside its own: who never joined; who was lost in mid-run, and
// how; programs that reach into other ranks' memory.
Result<Run> run_on_tcp(const Programs&, GroupOnCall&, const RunOptions&, const RealRunOptions& = {});

}  // namespace commlab
