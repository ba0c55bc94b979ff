// The program of the browser edition. It knows the simulator as main.cpp does, and says of everything that
// needs hardware where to get the program that has it.

#include <algorithm>
#include <thread>
#include <utility>

#include "core/experiment/run.h"
#include "gpu/host/today.h"
#include "gui/cli/command_line.h"
#include "gui/experiments/tools.h"
#include "gui/simulator_tools.h"

namespace commlab {
namespace {

tl::unexpected<Error> only_the_program_can(std::string_view what) {
  return fail(Fault::runtime,
              "a page cannot {}; get the program, which can, as README.md says: clone the repository, then "
              "./lab build",
              what);
}

Backend backend_of_the_program(BackendName name, std::string what) {
  return {.name = name,
          .title = title_of(name),
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

Tools tools_of_the_page() {
  // A page may have a few threads for its work; they are made when it opens (PTHREAD_POOL_SIZE).
  constexpr int most_threads = 2;
  constexpr Bytes memory = {1'500'000'000};  // the page has 2 GB in all
  Tools tools = simulator_tools();
  tools.look_at_computer = [] { return Computer{}; };
  tools.today = today;
  tools.launch = [](const ToLaunch&, const std::function<void(std::string_view)>&) -> Result<int> {
    return only_the_program_can("start processes");
  };
  tools.serve_as_member = []() -> Status { return only_the_program_can("start processes"); };
  tools.join_processes = []() -> Result<std::optional<BatchGroup>> { return std::nullopt; };
  tools.budget = {.memory = memory};
  tools.cores = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_threads);
  tools.machine_folder = "/commlab/machines";
  tools.measurement_folder = "/commlab/measurements";
  tools.lesson_folder = "/commlab/lessons";
  for (const char* name : {"host", "tcp", "mpi", "cuda", "nccl"})
    tools.calibrators.push_back(calibrator_of_the_program(name));
  for (const auto& [name, what] :
       {std::pair{BackendName::host, "measure this computer"}, std::pair{BackendName::cuda, "reach a GPU"},
        std::pair{BackendName::tcp, "start processes"}, std::pair{BackendName::mpi, "start processes"},
        std::pair{BackendName::nccl, "reach a GPU"}})
    tools.backends.push_back(backend_of_the_program(name, what));
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
