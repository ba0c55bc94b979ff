#pragma once
// What the cuda meter measures. Each brings all GPUs up and puts them away again; errors (Fault::runtime): no
// driver, no GPU, too little memory, a call of CUDA that failed (which, on which GPU, where).

#include "core/experiment/meter.h"

namespace commlab {

// Between the host and GPU 0, from pinned and from pageable memory, and within GPU 0. A copy that is not
// equal to its source is an error.
Result<CopyReport> cuda_copies(const MeterSettings&);
// cudaMemcpyPeerAsync between every two GPUs. An error where there is only one.
Result<PairReport> cuda_pairs(const MeterSettings&);
// A copy from pinned memory to GPU 0 on one stream, a kernel on another.
Result<OverlapReport> cuda_overlap(const MeterSettings&);
// Threads of GPU 0: plain, atomic, atomic within blocks first, own counters.
Result<AtomicsReport> cuda_atomics(const MeterSettings&);

}  // namespace commlab
