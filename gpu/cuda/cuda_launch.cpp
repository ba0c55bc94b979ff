#include "gpu/cuda/cuda_launch.h"

#include <algorithm>

#include "gpu/cuda/cuda_kernels.h"

namespace commlab {
namespace {

// The kernels' tables are in this order.
static_assert(static_cast<int>(DataType::float32) == 0 && static_cast<int>(DataType::float64) == 1 &&
              static_cast<int>(DataType::float16) == 2 && static_cast<int>(DataType::bfloat16) == 3 &&
              static_cast<int>(DataType::int8) == 4 && static_cast<int>(DataType::int32) == 5 &&
              static_cast<int>(DataType::int64) == 6 && static_cast<int>(DataType::uint8) == 7);
static_assert(static_cast<int>(ReduceOp::sum) == 0 && static_cast<int>(ReduceOp::prod) == 1 &&
              static_cast<int>(ReduceOp::min) == 2 && static_cast<int>(ReduceOp::max) == 3 &&
              static_cast<int>(ReduceOp::avg) == 4);

constexpr unsigned threads_of_block = 256;
constexpr std::int64_t most_blocks = 512;  // several ranks may run side by side

template <class Launch>
bool launch_on(CudaCalls& calls, cudaStream_t stream, Launch& launch) {
  void* arguments[] = {&launch.arguments};
  return calls.ok(cudaLaunchKernel(launch.kernel, grid_for(launch.arguments.elements), block_of_threads(),
                                   arguments, 0, stream),
                  "cudaLaunchKernel");
}

}  // namespace

CombineLaunch combine_launch(DataType type, ReduceOp op, std::byte* target, const std::byte* with,
                             const std::byte* incoming, std::int64_t elements) {
  return {combine_kernel(static_cast<int>(type), static_cast<int>(op)),
          {target, with, incoming, elements, head_of(target, with, incoming, elements, size_of(type))}};
}

DivideLaunch divide_launch(DataType type, std::span<std::byte> memory, int divisor) {
  std::byte* const first = memory.data();
  const std::int64_t elements = static_cast<std::int64_t>(memory.size()) / size_of(type);
  return {divide_kernel(static_cast<int>(type)),
          {first, elements, head_of(first, first, first, elements, size_of(type)), divisor}};
}

dim3 block_of_threads() { return dim3(threads_of_block); }

dim3 grid_for(std::int64_t elements) {
  const std::int64_t blocks = (elements + threads_of_block - 1) / threads_of_block;
  return dim3(static_cast<unsigned>(std::min(blocks, most_blocks)));
}

bool launch(CudaCalls& calls, cudaStream_t stream, CombineLaunch combine) {
  return launch_on(calls, stream, combine);
}

bool launch(CudaCalls& calls, cudaStream_t stream, DivideLaunch divide) {
  return launch_on(calls, stream, divide);
}

}  // namespace commlab
