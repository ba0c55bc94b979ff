#pragma once
// What mpirun, mpiexec or srun tells a process about its place among the processes that it has started:
//
//   launcher                     how many               which one    on this computer
//   Open MPI (1.3 to 5)          OMPI_COMM_WORLD_SIZE   ..._RANK     ..._LOCAL_RANK, ..._LOCAL_SIZE
//   Hydra (MPICH, Intel MPI)     PMI_SIZE               PMI_RANK     MPI_LOCALRANKID, MPI_LOCALNRANKS
//   mpirun_rsh (MVAPICH)         MV2_COMM_WORLD_SIZE    ..._RANK     ..._LOCAL_RANK, ..._LOCAL_SIZE
//   PALS (HPE Cray)              PMI_SIZE               PMI_RANK     PMI_LOCAL_RANK, PMI_LOCAL_SIZE
//   srun (Slurm)                 SLURM_STEP_NUM_TASKS   SLURM_PROCID SLURM_LOCALID, SLURM_STEP_TASKS_PER_NODE
//
// Slurm sets SLURM_PROCID and SLURM_NTASKS in a batch script, too, which is no group; SLURM_STEP_NUM_TASKS
// only in what srun starts. Where several launchers have left variables, as mpirun within srun, the first row
// holds: mpirun and mpiexec may use srun to start their own helpers.
//
// Only Slurm tells the first node, and only Open MPI (PMIX_NAMESPACE) and Slurm (SLURM_JOB_ID, SLURM_STEP_ID)
// give the job a name.
//
// Sources: Open MPI, "Environment variables that are set on MPI processes"; MPICH 4, src/pm/hydra/proxy;
// MVAPICH2 User Guide, "Run-time parameters"; man pages of PALS's mpiexec and of srun(1). Seen here: Open MPI
// 4.1, MPICH 4.0 and Slurm 22.05.

#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "gpu/net/environment/variables.h"

namespace commlab {

// Processes that one launcher started together.
struct StartedTogether {
  std::string_view launcher;  // "Open MPI", as in the list above
  int processes = 1;
};
// nullopt: none of these launchers started this process. Errors: the number is wrong; a launcher left its
// variables, but not the one that says how many processes there are.
Result<std::optional<StartedTogether>> started_together(const Variables& = environment());

struct ToldPlace {
  std::string_view launcher;
  std::string_view rank_variable;  // "PMI_RANK"
  Rank rank = 0;
  int ranks = 1;
  int local_rank = 0;
  int local_ranks = 1;
  std::string job{};             // the same for all ranks of a job, on all computers; empty: not told
  std::string first_computer{};  // where rank 0 runs; empty: not told
  std::string_view hands_on;     // what gives all ranks a variable: "mpirun -x" or "export"
};
// nullopt: as above, or the process was started alone. Errors: as above; a variable is missing or wrong.
Result<std::optional<ToldPlace>> told_place(const Variables& = environment());

}  // namespace commlab
