#pragma once
// The tcp backend: each rank of the programs in a process of its own, messages over sockets. Checked, then
// timed, as on the host.

#include "core/base/error.h"
#include "core/experiment/run.h"
#include "gpu/host_backend.h"
#include "gpu/net/called_group.h"

namespace commlab {

// See run_on_host(). Errors (Fault::runtime) beside its own: who never joined; who was lost in mid-run, and
// how; programs that reach into other ranks' memory.
Result<Run> run_on_tcp(const Programs&, GroupOnCall&, const RunOptions&, const HostOptions& = {});

// As calibrate_host(), of processes that the group on call calls together.
Result<Calibration> calibrate_tcp(GroupOnCall&, int ranks, const ReportProgress&);

}  // namespace commlab
