#include "gpu/net/mpi_backend.h"

#include "core/programs/native.h"
#include "gpu/net/mpi/mpi_collective.h"
#include "gpu/net/mpi/mpi_library.h"
#include "gpu/net/run_on_group.h"

namespace commlab {
namespace {

std::string memory_used(const MpiCalls& mpi) {
  return mpi.takes_memory_of_gpus()
             ? "all data are in the host's memory, although this MPI takes the memory of GPUs, too"
             : "all data are in the host's memory";
}

}  // namespace

Result<std::string> mpi_state(const std::optional<GroupPlace>& place) {
  const auto mpi = load_mpi();
  if (!mpi) return tl::unexpected(mpi.error());
  if (!place || place->job.empty())
    return fail(
        "the ranks of mpi are processes that an MPI has started, and this one was started without; start "
        "them as in mpirun -n 4 commlab run all_reduce --on mpi ({})",
        (*mpi)->version());
  return fmt::format("{} in {} processes", (*mpi)->version(), place->ranks);
}

Result<Run> run_on_mpi(const Programs& programs, GroupOnCall& groups, const RunOptions& options,
                       const RealRunOptions& real) {
  if (const auto ready = mpi_state(groups.place()); !ready) return tl::unexpected(ready.error());
  if (is_native(programs))
    if (const Status able = mpi_can_do(programs.collective); !able) return tl::unexpected(able.error());
  return run_on_group("mpi", programs, groups, {.absent = real.absent, .late = real.late, .mpi = true},
                      options, real)
      .map([&](Run run) {
        const MpiCalls& mpi = **load_mpi();
        run.where += fmt::format("; {}", mpi.version());
        run.notes.push_back(memory_used(mpi));
        return run;
      });
}

}  // namespace commlab
