#include "gui/simulator_tools.h"

#include "core/experiment/run.h"
#include "sim/critical_path.h"
#include "sim/script/run_script.h"
#include "sim/simulate_experiment.h"

namespace commlab {
namespace {

Chain critical_chain(const Trace& trace) {
  const CriticalPath path = critical_path(trace);
  return {path.transfers, path.split};
}

}  // namespace

std::string title_of(BackendName backend) {
  switch (backend) {
    case BackendName::sim: return "a discrete-event model of the machine";
    case BackendName::host: return "threads of this computer, with real data";
    case BackendName::tcp:
      return "processes that send messages over sockets, on this computer or launched on several";
    case BackendName::mpi:
      return "MPI's messages and MPI's own collectives, between processes that mpirun or srun started";
    case BackendName::cuda: return "GPUs of this computer, with real data; ranks may share one";
    case BackendName::nccl:
      return "NVIDIA's library NCCL, a GPU for each rank; in this process, or in a launched process for each "
             "rank";
  }
  return {};
}

Tools simulator_tools() {
  return {.critical_path = critical_chain,
          .backends = {{.name = BackendName::sim,
                        .title = title_of(BackendName::sim),
                        .models = true,
                        .run = simulate_experiment}},
          .run_script = run_script};
}

}  // namespace commlab
