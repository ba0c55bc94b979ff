#pragma once
// Calibrates a machine for our own programs that use NCCL's messages between the GPUs of this process.

#include "core/base/error.h"
#include "core/base/progress.h"
#include "gpu/calibrate/calibration.h"
#include "gpu/calibrate/probes.h"

namespace commlab {

// Times programs whose ranks each have a GPU of this process.
TimePrograms timing_on_nccl();

// Every rank has a GPU of its own.
Result<Calibration> calibrate_nccl(int ranks, const ReportProgress&, const std::stop_token& = {});

}  // namespace commlab
