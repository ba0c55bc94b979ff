// The program of the browser edition. It knows the simulator as main.cpp does, and says of everything that
// needs hardware where to get the program that has it.

#include <algorithm>
#include <thread>
#include <utility>

#include "core/experiment/run.h"
#include "gpu/host/today.h"
#include "gui/cli/command_line.h"
#include "gui/experiments/tools.h"
#include "sim/critical_path.h"
#include "sim/script/run_script.h"
#include "sim/simulate_experiment.h"

namespace commlab {
namespace {

tl::unexpected<Error> only_the_program_can(std::string_view what) {
  return fail(Fault::runtime,
              "a page cannot {}; get the program, which can, as README.md says: clone the repository, then "
              "./lab build",
              what);
}

Backend backend_of_the_program(BackendName name, std::string title, std::string what) {
  return {.name = name,
          .title = std::move(title),
          .models = false,
          .run = [what](const Programs&, const std::optional<Machine>&, const Experiment&,
                        const RunOptions&) -> Result<Run> { return only_the_program_can(what); },
          .state = [what]() -> Result<std::string> { return only_the_program_can(what); }};
}

Calibrator calibrator_of_the_program(std::string backend) {
  return {.backend = std::move(backend),
          .calibrate = [](int, const ReportProgress&, const std::stop_token&) -> Result<Calibrated> {
            return only_the_program_can("measure hardware");
          }};
}

Chain critical_chain(const Trace& trace) {
  const CriticalPath path = critical_path(trace);
  return {path.transfers, path.split};
}

Tools tools_of_the_page() {
  // A page may have a few threads for its work; they are made when it opens (PTHREAD_POOL_SIZE).
  constexpr int most_threads = 2;
  constexpr Bytes memory = {1'500'000'000};  // the page has 2 GB in all
  Tools tools{.critical_path = critical_chain,
              .look_at_computer = [] { return Computer{}; },
              .today = today,
              .launch = [](const ToLaunch&, const std::function<void(std::string_view)>&) -> Result<int> {
                return only_the_program_can("start processes");
              },
              .serve_as_member = []() -> Status { return only_the_program_can("start processes"); },
              .join_processes = []() -> Result<std::optional<BatchGroup>> { return std::nullopt; },
              .run_script = run_script,
              .budget = {.memory = memory},
              .cores = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_threads),
              .machine_folder = "/commlab/machines",
              .measurement_folder = "/commlab/measurements",
              .lesson_folder = "/commlab/lessons"};
  for (const char* name : {"host", "tcp", "mpi", "cuda", "nccl"})
    tools.calibrators.push_back(calibrator_of_the_program(name));
  tools.backends = {
      {.name = BackendName::sim,
       .title = "a discrete-event model of the machine",
       .models = true,
       .run = simulate_experiment},
      backend_of_the_program(BackendName::host, "threads of this computer, with real data",
                             "measure this computer"),
      backend_of_the_program(BackendName::cuda, "GPUs of this computer, with real data; ranks may share one",
                             "reach a GPU"),
      backend_of_the_program(BackendName::tcp, "processes that send messages over sockets",
                             "start processes"),
      backend_of_the_program(BackendName::mpi, "MPI's messages and MPI's own collectives", "start processes"),
      backend_of_the_program(BackendName::nccl, "NVIDIA's library NCCL, a GPU for each rank", "reach a GPU")};
  for (const char* name : {"cuda", "host"})
    tools.meters.push_back(
        {.name = name, .lacks = [] { return only_the_program_can("measure hardware").value().message; }});
  return tools;
}

}  // namespace
}  // namespace commlab

// Called for each command line: by the page for `window ...`, by its console for all others.
int main(int argc, char** argv) {
  static const commlab::Tools tools =
      commlab::tools_of_the_page();  // as long as the page: its windows refer to them
  return commlab::run_command_line(argc, argv, tools);
}
