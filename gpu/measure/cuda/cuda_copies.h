#pragma once
// How fast bytes get onto a GPU, off it, and across it. Pageable memory has to pass through a pinned buffer
// of the driver; pinned memory is read by the GPU's copy engine itself.

#include "core/experiment/meter.h"

namespace commlab {

// Between the host and GPU 0, from pinned and from pageable memory, and within GPU 0.
// Errors (Fault::runtime): a copy that differs from its source; no driver, no GPU, too little memory, a call
// of CUDA that failed (which call, on which GPU, where).
Result<CopyReport> cuda_copies(const MeterSettings&);

}  // namespace commlab
