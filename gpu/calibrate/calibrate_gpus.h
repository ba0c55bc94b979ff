#pragma once
// Measures ranks on GPUs with the executor itself. One message that goes to and fro alone shows what a
// message costs. All ranks working at once show what they share: on one GPU, its memory.

#include <string>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "gpu/calibrate/calibration.h"
#include "gpu/calibrate/gpu_links.h"
#include "gpu/calibrate/probes.h"

namespace commlab {

// Ranks on GPUs, one or several on each.
struct OnGpus {
  std::string backend;  // "cuda"
  std::string where;    // "4 virtual ranks on one GPU (NVIDIA H200)"
  Bytes memory;         // the most memory that all ranks together may use, on the GPUs and on the host
  TimePrograms time;
  GpuLinks links = {};
};
// What it measures: the launch; what a message costs beside its bytes (overhead on the sender's lane,
// latency); by size, the rates of sends, receives, reductions and copies while nothing else runs; the rate of
// the memory that all ranks share. Where pairs of GPUs are joined in different ways, the machine has the
// rates of the fastest kind, and every other kind becomes a link with a rate and a latency of its own
// (pair_fit.h). Errors: fewer than two ranks; an error of a timing.
Result<Calibration> calibrate_on_gpus(const OnGpus&, int ranks, const ReportProgress&);

}  // namespace commlab
