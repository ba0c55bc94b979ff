#pragma once
// How a kernel over elements is launched: its arguments, and its grid. Nodes of a graph and plain streams
// launch in the same way.

#include <cstddef>
#include <span>

#include <cuda_runtime_api.h>

#include "core/collective/collective.h"
#include "gpu/cuda/cuda_calls.h"
#include "gpu/cuda/element_loops.h"

namespace commlab {

// One kernel, whose threads share the `items`.
template <class Arguments>
struct KernelLaunch {
  const void* kernel;
  Arguments arguments;
  std::int64_t items;
  bool operator==(const KernelLaunch&) const = default;
};
using CopyLaunch = KernelLaunch<CopyArguments>;
using CombineLaunch = KernelLaunch<CombineArguments>;
using DivideLaunch = KernelLaunch<DivideArguments>;

CopyLaunch copy_launch(std::byte* target, const std::byte* source, std::int64_t bytes);
// The result is also stored in `sent`, unless `sent` is null.
CombineLaunch combine_launch(DataType, ReduceOp, std::byte* target, const std::byte* with,
                             const std::byte* incoming, std::byte* sent, std::int64_t elements);
DivideLaunch divide_launch(DataType, std::span<std::byte> memory, int divisor);

// How many blocks of a kernel fit on a GPU at once, divided by the ranks that share it, so that these run
// side by side and not one after the other. At least 1.
int most_blocks(int multiprocessors, int sharers);

dim3 block_of_threads();
dim3 grid_for(std::int64_t items, int most_blocks);

// Launches the kernel on a stream of the current GPU.
template <class Arguments>
bool launch(CudaCalls& calls, cudaStream_t stream, KernelLaunch<Arguments> launch, int most_blocks) {
  void* arguments[] = {&launch.arguments};  // copied by the call
  return calls.ok(cudaLaunchKernel(launch.kernel, grid_for(launch.items, most_blocks), block_of_threads(),
                                   arguments, 0, stream),
                  "cudaLaunchKernel");
}

}  // namespace commlab
