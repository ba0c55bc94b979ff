// The only file that knows both sim/ (through simulator_tools.h) and gpu/.
#include "gui/program_tools.h"

#include <memory>
#include <utility>

#include "core/base/in_parallel.h"
#include "core/experiment/late_rank.h"
#include "core/experiment/run.h"
#include "gpu/calibrate/calibrate_cuda.h"
#include "gpu/calibrate/calibrate_host.h"
#include "gpu/calibrate/calibrate_nccl.h"
#include "gpu/calibrate/calibrate_processes.h"
#include "gpu/calibrate/tempo_probes.h"
#include "gpu/cuda/cuda_backend.h"
#include "gpu/detect/detect.h"
#include "gpu/detect/detect_provenance.h"
#include "gpu/host/host_backend.h"
#include "gpu/host/host_memory.h"
#include "gpu/host/today.h"
#include "gpu/measure/cuda/cuda_meter.h"
#include "gpu/measure/host/host_meter.h"
#include "gpu/nccl/nccl_on_call.h"
#include "gpu/net/group/member.h"
#include "gpu/net/launch/launch.h"
#include "gpu/net/meeting/group_place.h"
#include "gpu/net/mpi/mpi_group.h"
#include "gpu/net/mpi_backend.h"
#include "gpu/net/nccl_processes.h"
#include "gpu/net/tcp_backend.h"
#include "gui/simulator_tools.h"

namespace commlab {
namespace {

// A GPU at rest runs at a low clock, and takes a while to speed up.
constexpr std::chrono::milliseconds for_gpus_to_speed_up{50};

RealRunOptions options_of(const Experiment& experiment) {
  return {.calls = experiment.loop,
          .as_graph = experiment.launch == LaunchMode::graph,
          .absent = experiment.absent,
          .late = {}};
}
RealRunOptions options_on_gpus(const Experiment& experiment) {
  RealRunOptions options = options_of(experiment);
  options.warm_up_for = for_gpus_to_speed_up;
  return options;
}
Result<RealRunOptions> options_on_processors(const Experiment& experiment, const Programs& programs) {
  return late_ranks(experiment.late, programs.collective.ranks).map([&](std::vector<LateRank> late) {
    RealRunOptions options = options_of(experiment);
    options.late = std::move(late);
    return options;
  });
}

Result<Run> run_experiment_on_host(const Programs& programs, const std::optional<Machine>&,
                                   const Experiment& experiment, const RunOptions& options) {
  return options_on_processors(experiment, programs).and_then([&](const RealRunOptions& real) {
    return run_on_host(programs, options, real);
  });
}

Result<Run> run_experiment_on_cuda(const Programs& programs, const std::optional<Machine>&,
                                   const Experiment& experiment, const RunOptions& options) {
  return run_on_cuda(programs, options, options_on_gpus(experiment),
                     experiment.copy == CopiedBy::kernel ? CudaCopies::by_kernel : CudaCopies::by_engine);
}

using Calibrate =
    std::function<Result<Calibration>(int ranks, const ReportProgress&, const std::stop_token&)>;

// The backends whose ranks are processes. They share one group of processes, which is kept from run to run.
class Processes {
 public:
  explicit Processes(const std::string& program)
      : groups_(std::make_shared<GroupOnCall>(
            CallOptions{.place = place_.value_or(std::nullopt),
                        .start = start_processes({program, "member"}),
                        .to_join = launched() ? (*place_)->to_join : CallOptions{}.to_join})) {}

  Backend tcp() const {
    return {.name = BackendName::tcp,
            .title = title_of(BackendName::tcp),
            .models = false,
            .run = with_place([groups = groups_](const Programs& programs, const RunOptions& options,
                                                 const RealRunOptions& host, bool) {
              return run_on_tcp(programs, *groups, options, host);
            }),
            .obey = obey(),
            .launched = launched(),
            .other_computers = other_computers(BackendName::tcp)};
  }
  Backend mpi() const {
    return {.name = BackendName::mpi,
            .title = title_of(BackendName::mpi),
            .models = false,
            .native = true,
            .run = with_place([groups = groups_](const Programs& programs, const RunOptions& options,
                                                 const RealRunOptions& host, bool) {
              return run_on_mpi(programs, *groups, options, host);
            }),
            .state = [place = place_]() -> Result<std::string> {
              if (!place) return tl::unexpected(place.error());
              return mpi_state(*place);
            },
            .obey = obey(),
            .launched = launched(),
            .other_computers = other_computers(BackendName::mpi)};
  }
  Backend nccl() const {
    return {.name = BackendName::nccl,
            .title = title_of(BackendName::nccl),
            .models = false,
            .native = true,
            .run = with_place(
                [groups = groups_, on_call = std::make_shared<NcclOnCall>()](
                    const Programs& programs, const RunOptions& options, RealRunOptions real, bool launched) {
                  real.warm_up_for = for_gpus_to_speed_up;
                  return launched ? run_on_nccl_processes(programs, *groups, options, real)
                                  : run_on_nccl(programs, *on_call, options, real);
                }),
            .state = nccl_state,
            .obey = obey(),
            .launched = launched(),
            .other_computers = other_computers(BackendName::nccl)};
  }
  // What decides the times of this backend on this computer; where a library runs it, also which one that is.
  Provenance provenance(BackendName on) const {
    Provenance found = look_at_provenance(on);
    if (on == BackendName::mpi) found.facts.push_back({std::string(name_of(on)), state_of(mpi())});
    if (on == BackendName::nccl) found.facts.push_back({std::string(name_of(on)), state_of(nccl())});
    return found;
  }
  // A process whose place is wrong counts as one that was started alone; a run that needs the place says so.
  bool is_first() const { return !place_ || !*place_ || (*place_)->rank == 0; }
  Calibrate calibrate_tcp() const {
    return [groups = groups_](int ranks, const ReportProgress& progress, const std::stop_token& stop) {
      return commlab::calibrate_tcp(*groups, ranks, progress, stop);
    };
  }
  std::function<TimePrograms(int ranks)> timing_on_tcp() const {
    return [groups = groups_](int) { return commlab::timing_on_tcp(*groups); };
  }
  std::function<TimePrograms(int ranks)> timing_on_mpi() const {
    return [groups = groups_](int) { return commlab::timing_on_mpi(*groups); };
  }
  Calibrate calibrate_mpi() const {
    return [groups = groups_](int ranks, const ReportProgress& progress, const std::stop_token& stop) {
      return mpi_state(groups->place()).and_then([&](const std::string&) {
        return commlab::calibrate_mpi(*groups, ranks, progress, stop);
      });
    };
  }

 private:
  using RunHere =
      std::function<Result<Run>(const Programs&, const RunOptions&, const RealRunOptions&, bool launched)>;

  std::optional<int> launched() const {
    if (!place_ || !*place_) return std::nullopt;
    return (*place_)->ranks;
  }
  // An error in the place of this process is reported only when a run needs the place.
  decltype(Backend::run) with_place(RunHere run) const {
    return [place = place_, run](const Programs& programs, const std::optional<Machine>&,
                                 const Experiment& experiment, const RunOptions& options) -> Result<Run> {
      if (!place) return tl::unexpected(place.error());
      return options_on_processors(experiment, programs).and_then([&](const RealRunOptions& real) {
        return run(programs, options, real, place->has_value());
      });
    };
  }
  std::function<Result<bool>()> obey() const {
    return [self = *this]() -> Result<bool> {
      const Result<std::optional<GroupPlace>>& place = self.place_;
      if (!place) return tl::unexpected(place.error());
      if (!*place || (*place)->rank == 0) return false;
      const MemberComputer computer{.provenance = [&](BackendName on) { return self.provenance(on); }};
      return serve_group(**place, (*place)->to_join, computer).map([] { return true; });
    };
  }
  // What the launched processes find on other computers than this one.
  decltype(Backend::other_computers) other_computers(BackendName on) const {
    if (!launched()) return nullptr;
    return [groups = groups_, on] { return groups->other_computers(on); };
  }

  Result<std::optional<GroupPlace>> place_ = group_place();
  std::shared_ptr<GroupOnCall> groups_;
};

Calibrated calibrated(Calibration calibration) {
  Calibrated calibrated{.machine = std::move(calibration.machine), .fits = {}};
  for (const auto& residual : calibration.residuals)
    calibrated.fits.push_back({residual.probe, residual.size, residual.measured, residual.fitted});
  return calibrated;
}

// `timing`: how programs of so many ranks are timed.
Calibrator calibrator(std::string backend, Calibrate calibrate, std::function<TimePrograms(int ranks)> timing,
                      bool launched_too = false) {
  return {.backend = std::move(backend),
          .calibrate =
              [calibrate](int ranks, const ReportProgress& progress, const std::stop_token& stop) {
                return calibrate(ranks, progress, stop).map(calibrated);
              },
          .time_tempo = [timing](const Tempo& tempo,
                                 Bytes message) { return time_tempo(tempo, message, timing(tempo.ranks)); },
          .launched_too = launched_too};
}

Result<int> launch_processes(const ToLaunch& wanted, const std::function<void(std::string_view)>& say) {
  return launch({.processes = wanted.processes,
                 .command = wanted.command,
                 .port = wanted.port,
                 .own_host_ids = wanted.own_host_ids},
                say);
}

Status join_and_serve() {
  const auto place = group_place();
  if (!place) return tl::unexpected(place.error());
  if (!*place)
    return fail("commlab member is started by commlab itself; commlab launch starts a group of processes");
  return serve_group(**place, (*place)->to_join);
}

Result<std::optional<BatchGroup>> join_mpi_group() {
  return MpiGroup::join().map([](std::unique_ptr<MpiGroup> joined) -> std::optional<BatchGroup> {
    if (!joined) return std::nullopt;
    const std::shared_ptr<const MpiGroup> group = std::move(joined);
    return BatchGroup{.rank = group->rank(),
                      .processes = group->processes(),
                      .sharing_cores = group->sharing_cores(),
                      .send = [group](int to, std::string_view text) { group->send(to, text); },
                      .receive = [group]() -> std::optional<GroupLetter> {
                        std::optional<MpiGroup::Received> received = group->receive();
                        if (!received) return std::nullopt;
                        return GroupLetter{.from = received->from, .text = std::move(received->text)};
                      }};
  });
}

}  // namespace

Tools program_tools(const ProgramPlaces& places) {
  const Processes processes(places.program.string());
  Tools tools = simulator_tools();
  tools.calibrators = {calibrator("host", calibrate_host, [](int) { return TimePrograms(time_on_host); }),
                       calibrator("tcp", processes.calibrate_tcp(), processes.timing_on_tcp(), true),
                       calibrator("mpi", processes.calibrate_mpi(), processes.timing_on_mpi(), true),
                       calibrator("cuda", calibrate_cuda, timing_on_cuda),
                       calibrator("nccl", calibrate_nccl, [](int) { return timing_on_nccl(); })};
  tools.look_at_computer = look_at_this_computer;
  tools.today = today;
  tools.look_at_provenance = [processes](BackendName on) { return processes.provenance(on); };
  tools.launch = launch_processes;
  tools.serve_as_member = join_and_serve;
  tools.join_processes = join_mpi_group;
  tools.is_first = processes.is_first();
  tools.backends.push_back({.name = BackendName::host,
                            .title = title_of(BackendName::host),
                            .models = false,
                            .run = run_experiment_on_host});
  tools.backends.push_back({.name = BackendName::cuda,
                            .title = title_of(BackendName::cuda),
                            .models = false,
                            .run = run_experiment_on_cuda,
                            .state = cuda_state});
  tools.backends.push_back(processes.tcp());
  tools.backends.push_back(processes.mpi());
  tools.backends.push_back(processes.nccl());
  tools.meters = {cuda_meter(), host_meter()};
  tools.budget = {.memory = available_host_memory()};
  tools.cores = cores_of_this_computer();
  tools.machine_folder = places.data / "machines";
  tools.measurement_folder = places.data / "measurements";
  tools.lesson_folder = places.lessons;
  return tools;
}

}  // namespace commlab
