#pragma once
// How fast copies to a GPU, from a GPU and within a GPU are. Pageable memory has to pass through a pinned
// buffer of the driver; the GPU's copy engine itself reads pinned memory. The thread and the memory of the
// host are near the GPU (gpu/host/stay_near.h).

#include <filesystem>

#include "core/experiment/meter.h"

namespace commlab {

// Copies between the host and GPU 0, with pinned and with pageable memory, and within GPU 0. Errors
// (Fault::runtime): a copy that differs from its source; no driver, no GPU, too little memory, a call of CUDA
// that failed (which call, on which GPU, where).
Result<CopyReport> cuda_copies(const MeterSettings&, const std::filesystem::path& root);

}  // namespace commlab
