#pragma once
// Fills memory of a GPU with known values, and compares it with them, on the GPU itself.

#include <cstddef>
#include <optional>
#include <span>

#include <cuda_runtime_api.h>

#include "gpu/cuda/cuda_calls.h"
#include "gpu/cuda/host_bridge.h"
#include "gpu/deviations.h"

namespace commlab {

// How to work on a GPU, which must be current. A failure is the calls' status.
struct GpuWork {
  CudaCalls& calls;
  HostBridge& bridge;
  cudaStream_t stream;
  int most_blocks;  // of threads
};

// Writes as many values of one rank's input as fit; done on return. False: a call failed.
bool write_on_gpu(const GpuWork&, DataType, std::span<std::byte> memory, const KnownValues&);

// What a comparison needs of the GPU's memory.
inline constexpr Bytes memory_to_compare{16};

// Compares one part, and adds what differs to `all` as the part of this number. REQUIRES: parts come in
// order; `differs` is memory of this GPU, memory_to_compare, aligned for 8 bytes.
void compare_on_gpu(const GpuWork&, std::byte* differs, std::size_t number, const PromisedMemory&, DataType,
                    ReduceOp, double slack, Deviations& all);

}  // namespace commlab
