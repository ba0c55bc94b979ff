#pragma once
// Which process started this one, where a launcher gives its job no name. Hydra (the mpiexec of MPICH and of
// Intel MPI) has one process on each computer that starts all ranks there.

#include <string>

namespace commlab {

// "process 4711": the nearest ancestor of this process that does not have the variable itself. The shells and
// other programs between the launcher and this process do have it. Empty: /proc does not tell.
std::string nearest_process_without(const std::string& variable);

}  // namespace commlab
