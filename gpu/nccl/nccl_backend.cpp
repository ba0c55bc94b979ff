#include "gpu/nccl/nccl_backend.h"

#include <algorithm>
#include <cstring>

#include "core/programs/native.h"
#include "gpu/checked_run.h"
#include "gpu/cuda/cuda_device.h"
#include "gpu/host/host_memory.h"
#include "gpu/nccl/nccl_collective.h"
#include "gpu/nccl/nccl_estimate.h"
#include "gpu/nccl/nccl_library.h"
#include "gpu/nccl/nccl_log.h"
#include "gpu/nccl/nccl_report.h"
#include "gpu/nccl/nccl_runner.h"

namespace commlab {
namespace {

struct Gpus {
  int number;
  std::string name;  // of the first
};

// Initializes none of them.
Result<Gpus> find_gpus() {
  return CudaDevice::number_of_gpus().and_then([](int number) -> Result<Gpus> {
    CudaCalls calls;
    cudaDeviceProp properties{};
    if (!calls.ok(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties"))
      return tl::unexpected(calls.status().error());
    return Gpus{number, properties.name};
  });
}

Status check_gpus(int ranks, const Gpus& gpus) {
  if (ranks <= gpus.number) return {};
  return fail(
      Fault::runtime,
      "nccl: {} ranks, but only {} GPU{} here, and NCCL needs a GPU for each rank of a process; use --ranks "
      "{}, or --on cuda, where ranks share a GPU, or one process for each rank: commlab launch -n {} "
      "--own-host-ids -- ...",
      ranks, gpus.number, gpus.number == 1 ? "" : "s", gpus.number, ranks);
}

// REQUIRES: NCCL is loaded.
std::string version_text() { return nccl_version_text(nccl_version().value()); }

// NCCL writes its version only once in a process.
std::string what_nccl_chose(const Collective& c, const NcclLog& log) {
  if (c.ranks == 1) return "one rank: NCCL only copies, and has nothing to choose";
  if (!nccl_chooses_for(c)) return "sends and receives: NCCL has no algorithms to choose from";
  if (!log.kept()) return "NCCL_DEBUG is set, so NCCL writes to its own log what it chose";
  NcclReport report = read_nccl_report(log.text());
  if (report.version.empty()) report.version = version_text();
  return told(report);
}

constexpr const char* times_are_means =
    "each time is the mean over the ranks, as nccl-tests reports it; the host's calls are not in it";

// NCCL's last warning says more than the error code of its calls.
Error with_warning(Error error, const NcclLog& log) {
  const NcclReport report = read_nccl_report(log.text());
  if (!report.warnings.empty()) error.message += fmt::format("; NCCL warned: {}", report.warnings.back());
  return error;
}

// Runs the programs with any runner and adds NCCL's notes to the result.
Result<Run> run_noted(const Programs& programs, Runner& runner, const NcclLog& log, const RunOptions& options,
                      const RealRunOptions& real) {
  const bool native = is_native(programs);
  return checked_run(programs, runner, options, real)
      .map([&](Run run) {
        run.backend = "nccl";
        if (run.trace) run.trace->backend = run.backend;
        if (native) run.notes = {what_nccl_chose(programs.collective, log), times_are_means};
        return run;
      })
      .map_error([&](Error error) { return with_warning(std::move(error), log); });
}

// Runs the programs with the runner that `make` makes for the ranks' id. `add` may add to a run that
// succeeded what its runner tells.
template <class Make, class Add>
Result<Run> run_joined(const Programs& programs, NcclOnCall& on_call, const Make& make,
                       const RunOptions& options, const RealRunOptions& real, const Add& add) {
  if (const Status sound = check_for_library(programs, options, real, available_host_memory()); !sound)
    return tl::unexpected(sound.error());
  const NcclLog log;
  auto run = on_call.id_of(programs.collective.ranks).and_then(make).and_then([&](const auto& runner) {
    return run_noted(programs, *runner, log, options, real).map([&](Run noted) {
      add(noted, *runner);
      return noted;
    });
  });
  if (!run) on_call.give_up();
  return run;
}

std::string who(int ranks, const Gpus& gpus) {
  return ranks == 1 ? fmt::format("one rank on one GPU ({})", gpus.name)
                    : fmt::format("{} ranks on a GPU each ({})", ranks, gpus.name);
}

}  // namespace

Result<std::string> nccl_state() {
  const auto gpus = find_gpus();
  if (!gpus) return tl::unexpected(gpus.error());
  return nccl_version().map([&](int version) {
    return fmt::format("NCCL {} on {} GPU{} ({})", nccl_version_text(version), gpus->number,
                       gpus->number == 1 ? "" : "s", gpus->name);
  });
}

Result<NcclId> make_nccl_id() {
  if (const auto loaded = nccl_version(); !loaded) return tl::unexpected(loaded.error());
  const NcclLog log;  // must exist before NCCL's first call, which reads the environment
  ncclUniqueId id{};
  NcclCalls calls;
  if (!calls.ok(ncclGetUniqueId(&id), "ncclGetUniqueId")) return tl::unexpected(calls.status().error());
  NcclId bytes(sizeof id);
  std::memcpy(bytes.data(), &id, sizeof id);
  return bytes;
}

Result<std::unique_ptr<Runner>> make_nccl_runner(const Programs& programs, NcclOnCall& on_call,
                                                 const NcclMembers& members) {
  const auto gpus = CudaDevice::number_of_gpus();  // a member touches only its own GPU
  if (!gpus) return tl::unexpected(gpus.error());
  if (const auto loaded = nccl_version(); !loaded) return tl::unexpected(loaded.error());
  NcclMembers placed = members;
  for (NcclMembers::Here& here : placed.here) here.gpu %= *gpus;
  return NcclRunner::prepare(programs, on_call, placed)
      .map([](std::unique_ptr<NcclRunner> runner) -> std::unique_ptr<Runner> { return runner; });
}

Result<Run> run_on_nccl_members(const Programs& programs, NcclOnCall& on_call, const MakeNcclRunner& make,
                                const RunOptions& options, const RealRunOptions& real) {
  return run_joined(programs, on_call, make, options, real, [](Run&, Runner&) {});
}

Result<Run> run_on_nccl(const Programs& programs, NcclOnCall& on_call, const RunOptions& options,
                        const RealRunOptions& real) {
  const auto gpus = find_gpus();
  if (!gpus) return tl::unexpected(gpus.error());
  const int ranks = programs.collective.ranks;
  if (const Status enough = check_gpus(ranks, *gpus); !enough) return tl::unexpected(enough.error());
  std::vector<NcclMembers::Here> here;
  for (Rank rank = 0; rank < ranks; ++rank) here.push_back({rank, rank});
  const auto make = [&](const NcclId& id) {
    return NcclRunner::prepare(programs, on_call,
                               {.id = id,
                                .here = here,
                                .absent = real.absent,
                                .as_graph = real.as_graph,
                                .deadline = std::max(real.deadline, time_to_join_nccl),
                                .stop = options.stop});
  };
  auto run = run_joined(programs, on_call, make, options, real,
                        [](Run& noted, NcclRunner& runner) { noted.details = runner.stamps(); });
  if (!run) return run;
  run->where = who(ranks, *gpus);
  if (is_native(programs) && !options.stop.stop_requested())
    run->estimate = nccl_estimate(programs.collective, on_call, here);
  return run;
}

}  // namespace commlab
