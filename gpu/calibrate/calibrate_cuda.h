#pragma once
// Calibrates a machine with GPUs: first an all_reduce whose result must be right, then probes of ranks on all
// GPUs.

#include <functional>
#include <string>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/experiment/run.h"
#include "gpu/calibrate/calibration.h"
#include "gpu/calibrate/probes.h"

namespace commlab {

// Runs an all_reduce with `run`, then calibrates as calibrate_on_gpus() does.
using RunPrograms = std::function<Result<Run>(const Programs&)>;
Result<Calibration> calibrate_gpu_backend(std::string backend, const RunPrograms& run, TimePrograms,
                                          int ranks, const ReportProgress&);

// Times programs on the GPUs that `ranks` ranks of the cuda backend have.
TimePrograms timing_on_cuda(int ranks);

// Ranks of the cuda backend; several may share a GPU.
Result<Calibration> calibrate_cuda(int ranks, const ReportProgress&, const std::stop_token& = {});

}  // namespace commlab
