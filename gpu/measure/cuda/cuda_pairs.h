#pragma once
// Copies between every two GPUs, pushed by a stream of the sender: over NVLink or PCIe where the GPUs reach
// each other, through host memory where they do not. The host's thread is near the sender.

#include <filesystem>

#include "core/experiment/meter.h"

namespace commlab {

// Errors (Fault::runtime): there is only one GPU; and those of cuda_copies().
Result<PairReport> cuda_pairs(const MeterSettings&, const std::filesystem::path& root);

}  // namespace commlab
