#include "gpu/calibrate/calibrate_nccl.h"

#include "gpu/calibrate/calibrate_cuda.h"
#include "gpu/nccl/nccl_backend.h"

namespace commlab {
namespace {

Result<std::unique_ptr<Runner>> runner_of_all_ranks(const Programs& programs) {
  return make_nccl_id().and_then([&](NcclId id) {
    NcclMembers members{.id = std::move(id), .here = {}};
    for (Rank rank = 0; rank < programs.collective.ranks; ++rank) members.here.push_back({rank, rank});
    return make_nccl_runner(programs, members);
  });
}

}  // namespace

TimePrograms timing_on_nccl() {
  return [](const Programs& probe, std::chrono::milliseconds budget) {
    return time_with(runner_of_all_ranks, probe, budget);
  };
}

Result<Calibration> calibrate_nccl(int ranks, const ReportProgress& progress) {
  const auto run = [](const Programs& programs) { return run_on_nccl(programs, {}, {.iterations = 1}); };
  return calibrate_gpu_backend("nccl", run, timing_on_nccl(), ranks, progress);
}

}  // namespace commlab
