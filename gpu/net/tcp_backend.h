#pragma once
// The tcp backend: each rank of the programs in a process of its own, messages over sockets; checked, then
// timed, as on the host.

#include "core/base/error.h"
#include "core/experiment/run.h"
#include "gpu/net/group/called_group.h"
#include "gpu/real_run_options.h"

namespace commlab {

// As run_on_host(). Further errors (Fault::runtime): a rank that never joined; a rank that was lost during
// the run, with how it ended; programs that use other ranks' memory.
Result<Run> run_on_tcp(const Programs&, GroupOnCall&, const RunOptions&, const RealRunOptions& = {});

}  // namespace commlab
