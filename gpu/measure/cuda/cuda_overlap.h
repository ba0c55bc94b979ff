#pragma once
// Whether a copy engine and the multiprocessors work at the same time: a copy from pinned memory on one
// stream, and a kernel that touches no memory on another stream.

#include <filesystem>

#include "core/experiment/meter.h"

namespace commlab {

// Measures GPU 0. Errors: the same as cuda_copies().
Result<OverlapReport> cuda_overlap(const MeterSettings&, const std::filesystem::path& root);

}  // namespace commlab
