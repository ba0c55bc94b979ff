#pragma once
// All that the program can do, as plain functions. program_tools.cpp takes them from sim/ and gpu/, so that
// the command line and the window need to know neither, and tests can use functions of their own.

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/experiment/experiment.h"
#include "core/experiment/meter.h"
#include "core/experiment/run.h"
#include "core/machine/machine.h"
#include "core/machine_text/computer.h"
#include "core/plan/plan_store.h"
#include "core/plan/planner.h"
#include "core/programs/budget.h"
#include "core/programs/programs.h"
#include "core/schedule/algorithm.h"
#include "core/script/run.h"
#include "core/script/script.h"
#include "core/trace/trace.h"
#include "gui/experiments/answer_sink.h"
#include "gui/experiments/batch_group.h"

namespace commlab {

// A machine that was measured here, and for every probe the measured and the fitted time.
struct Calibrated {
  struct Fit {
    std::string probe;
    Bytes size;
    Time measured;
    Time fitted;
  };
  Machine machine;
  std::vector<Fit> fits;
};

struct Calibrator {
  std::string backend;
  // Once a stop is asked for, it returns an error of Fault::runtime soon after.
  std::function<Result<Calibrated>(int ranks, const ReportProgress&, const std::stop_token&)> calibrate;
  // How long the program of a tempo with messages of this size takes now: a few milliseconds of work.
  std::function<Result<Time>(const Tempo&, Bytes message)> time_tempo;
  bool launched_too = false;  // whether launched processes can be what is measured
};

// A command that is started several times on this computer; the processes are the ranks of one group.
struct ToLaunch {
  int processes = 0;
  std::vector<std::string> command;
  int port = 0;               // 0: any free port
  bool own_host_ids = false;  // each process gets an NCCL_HOSTID of its own
};

struct Tools {
  std::vector<Calibrator> calibrators;  // one for each backend that measures
  std::function<Chain(const Trace&)> critical_path;
  std::function<Computer()> look_at_computer;
  std::function<std::string()> today;  // "2026-01-31"
  // What decides the times of this backend on this computer: also which library it is, where it has one.
  // Null: nothing is known.
  std::function<Provenance(BackendName)> look_at_provenance;
  // Returns the exit status of the first process that failed, or 0. `say` is called when something goes
  // wrong.
  std::function<Result<int>(const ToLaunch&, const std::function<void(std::string_view)>& say)> launch;
  std::function<Status()> serve_as_member;  // does what the group's coordinator asks, until it ends the group
  // Joins the processes that mpirun or srun has started with this one; nothing if it was started alone. An
  // error: this program cannot use the MPI that has started it. The group ends with the last copy.
  std::function<Result<std::optional<BatchGroup>>()> join_processes;
  // Processes that were launched together (commlab launch, torchrun, mpirun, srun) have one among them that
  // answers for all. False: this is another one.
  bool is_first = true;
  std::vector<Backend> backends;  // the first one predicts
  std::vector<Meter> meters;      // the first one that lacks nothing is the default
  std::function<Result<ScriptRun>(const Script&, const Machine&, const ScriptOptions&)> run_script;
  Budget budget{};  // what a run may cost on this computer
  int cores = 1;    // experiments on a model that may run at the same time
  std::filesystem::path machine_folder;
  std::filesystem::path measurement_folder;
  std::filesystem::path lesson_folder{};  // with folders data/ (measurements) and scripts/
  std::shared_ptr<PlanStore> plans = std::make_shared<PlanStore>();  // of all experiments
  std::vector<const Algorithm*> own_algorithms{};  // that a user has written, beside those of the list
  AnswerSink answers{};
  std::stop_token stop{};  // asks all work to give up; it returns an error of Fault::runtime soon after

  // REQUIRES: there is a backend of this name.
  const Backend& backend(BackendName) const;
  // What decides the times of this backend here and now, on all computers. Nothing is known of a model.
  // Errors: as Backend::other_computers.
  Result<ComputersFound> provenance(BackendName) const;
  // The same after the measurement, with what was found before it. Where the other computers cannot be asked
  // any more, as after a run that failed, what they said before holds.
  Provenance provenance_after(const ComputersFound& before, BackendName) const;
  // How many experiments of this backend may run at the same time: one on hardware, so that its times are its
  // own.
  int side_by_side(BackendName) const;
  // Null if no backend has this name, "host".
  const Backend* backend_called(std::string_view name) const;
  // Null where this backend cannot be calibrated.
  const Calibrator* calibrator(std::string_view backend) const {
    const auto found = std::ranges::find(calibrators, backend, &Calibrator::backend);
    return found == calibrators.end() ? nullptr : &*found;
  }
  // Predicts with the first backend, which may give up a run that takes longer than `limit`. An error where a
  // stop was asked for.
  Result<Run> predict(const Programs&, const Machine&, const Experiment&, Time limit = never) const;
  // These tools in the form that core/plan asks for. REQUIRES: the tools outlive the planner.
  Planner planner() const;
};

}  // namespace commlab
