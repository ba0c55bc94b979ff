#include "gpu/calibrate/calibrate_nccl.h"

#include "gpu/calibrate/calibrate_cuda.h"
#include "gpu/nccl/nccl_on_call.h"

namespace commlab {
namespace {

Result<std::unique_ptr<Runner>> runner_of_all_ranks(const Programs& programs, NcclOnCall& on_call) {
  return on_call.id_of(programs.collective.ranks).and_then([&](NcclId id) {
    NcclMembers members{.id = std::move(id), .here = {}};
    for (Rank rank = 0; rank < programs.collective.ranks; ++rank) members.here.push_back({rank, rank});
    return make_nccl_runner(programs, on_call, members);
  });
}

}  // namespace

TimePrograms timing_on_nccl() {
  return [on_call = std::make_shared<NcclOnCall>()](const Programs& probe, std::chrono::milliseconds budget) {
    return time_with([&](const Programs& programs) { return runner_of_all_ranks(programs, *on_call); }, probe,
                     budget);
  };
}

Result<Calibration> calibrate_nccl(int ranks, const ReportProgress& progress, const std::stop_token& stop) {
  NcclOnCall on_call;
  const auto run = [&](const Programs& programs) {
    return run_on_nccl(programs, on_call, {}, {.iterations = 1});
  };
  return calibrate_gpu_backend("nccl", run, timing_until(stop, timing_on_nccl()), ranks, progress);
}

}  // namespace commlab
