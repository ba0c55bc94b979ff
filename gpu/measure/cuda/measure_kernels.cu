// Kernels that `commlab measure` times. The kernels that add are also checked by their counts.

#include "gpu/measure/busywork.h"
#include "gpu/measure/cuda/measure_kernels.h"

namespace commlab {
namespace {

__device__ std::int64_t this_thread() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__global__ void compute(ComputeArguments arguments) {
  const std::int64_t thread = this_thread();
  arguments.results[thread] = multiply_and_add(arguments.steps, static_cast<float>(thread % 7));
}

// Every load and store is carried out, and other threads may come between a load and its store.
__global__ void add_plainly(AddArguments arguments) {
  volatile unsigned long long* const counter = arguments.counters;
  for (std::int64_t i = 0; i < arguments.additions; ++i) *counter = *counter + 1;
}

__global__ void add_atomically(AddArguments arguments) {
  for (std::int64_t i = 0; i < arguments.additions; ++i) atomicAdd(arguments.counters, 1ULL);
}

// The threads of a block share a counter in the multiprocessor's own memory. After every `until_summed`
// additions, each block adds its sum to the common counter. The block's counter has 32 bits, because a 64-bit
// addition there is a loop of compare-and-swap (nvcc 13, sm_90).
__global__ void add_by_blocks(AddArguments arguments) {
  constexpr std::int64_t until_summed = 1 << 20;  // of 1,024 threads together, less than 2^32
  __shared__ unsigned of_block;
  for (std::int64_t done = 0; done < arguments.additions; done += until_summed) {
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    const std::int64_t end = min(arguments.additions, done + until_summed);
    for (std::int64_t i = done; i < end; ++i) atomicAdd(&of_block, 1U);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(arguments.counters, static_cast<unsigned long long>(of_block));
  }
}

__global__ void add_to_own(AddArguments arguments) {
  volatile unsigned long long* const counter = arguments.counters + this_thread();
  for (std::int64_t i = 0; i < arguments.additions; ++i) *counter = *counter + 1;
}

}  // namespace

const void* compute_kernel() { return reinterpret_cast<const void*>(compute); }

const void* add_kernel(Adding adding) {
  switch (adding) {
    case Adding::plain: return reinterpret_cast<const void*>(add_plainly);
    case Adding::atomic: return reinterpret_cast<const void*>(add_atomically);
    case Adding::by_blocks: return reinterpret_cast<const void*>(add_by_blocks);
    case Adding::own: return reinterpret_cast<const void*>(add_to_own);
  }
  return nullptr;
}

}  // namespace commlab
