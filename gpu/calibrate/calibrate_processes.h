#pragma once
// Calibrates a machine for ranks in processes of their own, with messages over sockets or by MPI.

#include "core/base/error.h"
#include "core/base/progress.h"
#include "gpu/calibrate/calibration.h"
#include "gpu/calibrate/probes.h"
#include "gpu/net/group/called_group.h"

namespace commlab {

// Times programs in processes of the group, which must live as long. REQUIRES: as calibrate_mpi() for mpi.
TimePrograms timing_on_tcp(GroupOnCall&);
TimePrograms timing_on_mpi(GroupOnCall&);

// Like calibrate_host(), with the processes of the group. If they were launched, the machine has at least as
// many ranks. Further errors: fewer than two were launched, or on several computers, of which a calibration
// describes only one.
Result<Calibration> calibrate_tcp(GroupOnCall&, int ranks, const ReportProgress&,
                                  const std::stop_token& = {});
// The same with MPI's messages. REQUIRES: a launcher of MPI has started the processes (mpi_state()).
Result<Calibration> calibrate_mpi(GroupOnCall&, int ranks, const ReportProgress&,
                                  const std::stop_token& = {});

}  // namespace commlab
