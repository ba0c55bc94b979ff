#pragma once
// How a kernel over elements is launched: its grid, and its arguments from what it works on. A graph's
// nodes and plain streams launch the same way.

#include <cuda_runtime_api.h>

#include "core/collective.h"
#include "gpu/cuda/cuda_calls.h"
#include "gpu/cuda/element_loops.h"

namespace commlab {

struct CombineLaunch {
  const void* kernel;
  CombineArguments arguments;
};
CombineLaunch combine_launch(DataType, ReduceOp, std::byte* target, const std::byte* with,
                             const std::byte* incoming, std::int64_t elements);

struct DivideLaunch {
  const void* kernel;
  DivideArguments arguments;
};
DivideLaunch divide_launch(DataType, std::span<std::byte> memory, int divisor);

dim3 block_of_threads();
dim3 grid_for(std::int64_t elements);

// On a stream of the current GPU.
bool launch(CudaCalls&, cudaStream_t, CombineLaunch);
bool launch(CudaCalls&, cudaStream_t, DivideLaunch);

}  // namespace commlab
