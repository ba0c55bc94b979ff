// How fast the cuda device's copies and kernels are, in bytes read and written per second. The yardstick is
// cudaMemcpy from device to device, which stands in the same table; the goal is 90 % of it. A kernel may be
// faster than cudaMemcpy, which reached only 67 % of the memory's bandwidth on an H200
// (github.com/NVIDIA/cccl/issues/1672). Each operand has 256 MiB, far more than any cache holds. Without a
// GPU every line says so. Compare only numbers of one run.
//
//   copies read n bytes and write n; a reduction reads 2n and writes n; a reduction that also sends writes 2n

#include <benchmark/benchmark.h>

#include "core/base/units.h"
#include "gpu/cuda/cuda_calls.h"
#include "gpu/cuda/cuda_launch.h"

namespace commlab {
namespace {

constexpr Bytes size = MiB(256);
constexpr int operands = 4;  // the most operands that a kernel has
constexpr int sharers = 1;

// Memory and a stream of GPU 0, and two events for timing.
class Bench {
 public:
  Bench() {
    int gpus = 0;
    if (!calls_.ok(cudaGetDeviceCount(&gpus), "cudaGetDeviceCount")) return;
    cudaDeviceProp properties{};
    if (calls_.ok(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties"))
      blocks_ = most_blocks(properties.multiProcessorCount, sharers);
    calls_.ok(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    for (cudaEvent_t* event : {&begin_, &end_}) calls_.ok(cudaEventCreate(event), "cudaEventCreate");
    for (std::byte*& memory : memory_) {
      void* block = nullptr;
      calls_.ok(cudaMalloc(&block, static_cast<std::size_t>(size.count)), "cudaMalloc");
      memory = static_cast<std::byte*>(block);
      if (memory != nullptr)  // kernels read defined numbers
        calls_.ok(cudaMemset(memory, 1, static_cast<std::size_t>(size.count)), "cudaMemset");
    }
  }
  ~Bench() {
    for (std::byte* memory : memory_) cudaFree(memory);
    for (cudaEvent_t event : {begin_, end_})
      if (event != nullptr) cudaEventDestroy(event);
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
  }

  std::byte* memory(int operand) const { return memory_[operand]; }
  cudaStream_t stream() const { return stream_; }
  CudaCalls& calls() { return calls_; }
  int blocks() const { return blocks_; }

  // Times what `enqueue` puts on the stream, with CUDA events.
  template <class Enqueue>
  void time(benchmark::State& state, std::int64_t bytes_moved, Enqueue enqueue) {
    if (!calls_.status()) return state.SkipWithError(calls_.status().error().message.c_str());
    enqueue();  // the first call loads the kernel
    for (auto _ : state) {
      float milliseconds = 0;
      calls_.ok(cudaEventRecord(begin_, stream_), "cudaEventRecord");
      enqueue();
      calls_.ok(cudaEventRecord(end_, stream_), "cudaEventRecord");
      calls_.ok(cudaEventSynchronize(end_), "cudaEventSynchronize");
      calls_.ok(cudaEventElapsedTime(&milliseconds, begin_, end_), "cudaEventElapsedTime");
      if (!calls_.status()) return state.SkipWithError(calls_.status().error().message.c_str());
      state.SetIterationTime(static_cast<double>(milliseconds) / 1e3);
    }
    state.SetBytesProcessed(state.iterations() * bytes_moved);
  }

 private:
  CudaCalls calls_;
  int blocks_ = 1;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t begin_ = nullptr;
  cudaEvent_t end_ = nullptr;
  std::byte* memory_[operands] = {};
};

void copy_ceiling(benchmark::State& state) {
  Bench bench;
  bench.time(state, 2 * size.count, [&] {
    bench.calls().ok(cudaMemcpyAsync(bench.memory(0), bench.memory(1), static_cast<std::size_t>(size.count),
                                     cudaMemcpyDeviceToDevice, bench.stream()),
                     "cudaMemcpyAsync");
  });
}

void copy_by_kernel(benchmark::State& state) {
  Bench bench;
  bench.time(state, 2 * size.count, [&] {
    launch(bench.calls(), bench.stream(), copy_launch(bench.memory(0), bench.memory(1), size.count),
           bench.blocks());
  });
}

void reduce(benchmark::State& state, DataType type, ReduceOp op, bool passes_on) {
  Bench bench;
  bench.time(state, (passes_on ? 4 : 3) * size.count, [&] {
    launch(bench.calls(), bench.stream(),
           combine_launch(type, op, bench.memory(0), bench.memory(1), bench.memory(2),
                          passes_on ? bench.memory(3) : nullptr, size.count / size_of(type)),
           bench.blocks());
  });
}

BENCHMARK(copy_ceiling)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(copy_by_kernel)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(reduce, float32_sum, DataType::float32, ReduceOp::sum, false)->UseManualTime();
BENCHMARK_CAPTURE(reduce, float32_sum_passed_on, DataType::float32, ReduceOp::sum, true)->UseManualTime();
BENCHMARK_CAPTURE(reduce, float64_sum, DataType::float64, ReduceOp::sum, false)->UseManualTime();
BENCHMARK_CAPTURE(reduce, float16_sum, DataType::float16, ReduceOp::sum, false)->UseManualTime();
BENCHMARK_CAPTURE(reduce, bfloat16_sum, DataType::bfloat16, ReduceOp::sum, false)->UseManualTime();
BENCHMARK_CAPTURE(reduce, int8_max, DataType::int8, ReduceOp::max, false)->UseManualTime();
BENCHMARK_CAPTURE(reduce, int32_prod, DataType::int32, ReduceOp::prod, false)->UseManualTime();

}  // namespace
}  // namespace commlab
