#include "tests/experiments/simulating_tools.h"

#include "sim/critical_path.h"
#include "sim/script/run_script.h"
#include "sim/simulate_experiment.h"

namespace commlab {

Tools simulating_tools() {
  return {.critical_path =
              [](const Trace& trace) {
                const CriticalPath path = critical_path(trace);
                return Chain{path.transfers, path.split};
              },
          .backends =
              {{.name = BackendName::sim, .title = "a model", .models = true, .run = simulate_experiment}},
          .run_script = run_script,
          .machine_folder = COMMLAB_SOURCE_DIR "/sim/machines",
          .measurement_folder = COMMLAB_SOURCE_DIR "/sim/measurements",
          .lesson_folder = COMMLAB_SOURCE_DIR "/lessons"};
}

}  // namespace commlab
