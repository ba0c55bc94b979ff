#pragma once
// The mpi backend: each rank of the programs in a process that mpirun, mpiexec or srun has started. Our
// schedules go with MPI's messages; native_programs() are MPI's own collective. All data are in the host's
// memory. The processes meet over sockets, too: over them goes everything except the messages.

#include <string>

#include "core/base/error.h"
#include "core/experiment/run.h"
#include "gpu/net/group/called_group.h"
#include "gpu/real_run_options.h"

namespace commlab {

// What a run would use: "Open MPI v4.1.4 in 4 processes". Errors: this commlab was built without MPI; no
// launcher of MPI has started this process, or this process alone.
Result<std::string> mpi_state(const std::optional<GroupPlace>&);

// As run_on_tcp(). Further errors: as mpi_state() and mpi_can_do(). A collective of MPI that does not end
// within the deadline ends all processes of the job, because MPI cannot take back such a call.
Result<Run> run_on_mpi(const Programs&, GroupOnCall&, const RunOptions&, const RealRunOptions& = {});

}  // namespace commlab
