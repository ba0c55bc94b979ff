#pragma once
// Calibrating: from the times of small programs to a Machine that simulate() predicts a backend with. Two
// models of what ranks are, each with anybody who times programs (gpu/probes.h).

#include <functional>
#include <string>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "gpu/gpu_links.h"
#include "gpu/host_backend.h"
#include "gpu/probes.h"

namespace commlab {

// Ranks whose lanes are threads of this computer's processors, in one process or in many.
struct OnProcessors {
  std::string backend;    // the machine's name: "host"
  std::string ranks_are;  // "threads"
  TimePrograms time;
};
// Wakes, and what sends, receives, reductions and copies cost by size, processors shared.
// Errors: fewer than two ranks, and whatever timing says.
Result<Calibration> calibrate_on_processors(const OnProcessors&, int ranks, const ReportProgress&);

// Ranks on GPUs, one or several on each.
struct OnGpus {
  std::string backend;  // "cuda"
  std::string where;    // the badge: "4 virtual ranks on one GPU (NVIDIA H200)"
  Bytes memory;         // that all ranks may take together, there and on the host that fills it
  TimePrograms time;
  GpuLinks links = {};
};
// The launch, what a message costs beside its bytes (overhead on the sender's lane, latency), rates by size
// of sends, receives, reductions and copies while nobody else works, and the memory's rate that all ranks
// share. Where pairs of ranks are joined by several kinds of ways, the fastest kind's are the machine's
// rates, and each other kind is a link of its own rate and latency (gpu/pair_fit.h). Errors: as above.
Result<Calibration> calibrate_on_gpus(const OnGpus&, int ranks, const ReportProgress&);
// The same of a backend that first runs an all_reduce there, which must be right.
using RunPrograms = std::function<Result<Run>(const Programs&)>;
Result<Calibration> calibrate_gpu_backend(std::string backend, const RunPrograms&, TimePrograms, int ranks,
                                          const ReportProgress&);
Result<Calibration> calibrate_cuda(int ranks, const ReportProgress&);
Result<Calibration> calibrate_nccl(int ranks, const ReportProgress&);  // a GPU for each rank, in this process

// As many ranks, each joined to one memory. Work limits, links never do: no rank moves more than `lanes` do
// at the best rate of the machine's sends.
void place_ranks_around_memory(Machine&, int ranks, int lanes);

// "All numbers: commlab calibrate --on host, with what runs collectives there."
std::string calibration_source(const std::string& backend);
// "2025-11-22 on AMD EPYC (Linux x86_64, 2 processors)"; of a GPU: "... ; 4 virtual ranks on one GPU (...)".
std::string measured_here(const std::string& where);

}  // namespace commlab
