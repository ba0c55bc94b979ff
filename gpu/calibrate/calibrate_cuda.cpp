#include "gpu/calibrate/calibrate_cuda.h"

#include <algorithm>

#include "core/programs/lower.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gpu/calibrate/calibrate_gpus.h"
#include "gpu/cuda/cuda_backend.h"
#include "gpu/detect/detect.h"
#include "gpu/host/host_memory.h"

namespace commlab {
namespace {

Result<Programs> all_reduce_over(int ranks) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = ranks, .count = 1 << 16};
  return find_algorithm(c.kind, "ring").and_then([&](const Algorithm* ring) {
    return programs_for(*ring, c, Lowering{});
  });
}

}  // namespace

Result<Calibration> calibrate_gpu_backend(std::string backend, const RunPrograms& run, TimePrograms time,
                                          int ranks, const ReportProgress& progress) {
  const Result<Programs> programs = all_reduce_over(ranks);
  if (!programs) return tl::unexpected(programs.error());
  const Result<Run> right = run(*programs);
  if (!right) return tl::unexpected(right.error());
  const auto device = make_cuda_device_for(ranks);
  if (!device) return tl::unexpected(device.error());
  return calibrate_on_gpus({.backend = std::move(backend),
                            .where = right->where,
                            .memory = std::min((*device)->available_memory(), available_host_memory()),
                            .time = std::move(time),
                            .links = links_of(look_at_this_computer())},
                           ranks, progress);
}

TimePrograms timing_on_cuda(int ranks) {
  return [ranks](const Programs& probe, std::chrono::milliseconds budget) {
    return time_on([ranks] { return make_cuda_device_for(ranks); }, probe, budget);
  };
}

Result<Calibration> calibrate_cuda(int ranks, const ReportProgress& progress, const std::stop_token& stop) {
  const auto run = [](const Programs& programs) { return run_on_cuda(programs, {}, {.iterations = 1}); };
  return calibrate_gpu_backend("cuda", run, timing_until(stop, timing_on_cuda(ranks)), ranks, progress);
}

}  // namespace commlab
