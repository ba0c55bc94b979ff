// The stopwatch of GPUs on the paper CUDA: work that never ends is told, and left alone.

#include "gpu/measure/cuda/gpu_stopwatch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cuda/paper_cuda.h"

namespace commlab {
namespace {

constexpr Bytes size = KiB(4);

GpuTask copying(std::byte* target, const std::byte* source) {
  return {0, [=](CudaCalls& calls, cudaStream_t stream) {
            calls.ok(cudaMemcpyAsync(target, source, size.count, cudaMemcpyDefault, stream),
                     "cudaMemcpyAsync");
          }};
}

TEST(GpuStopwatch, TimesWorkAndFreesEverything) {
  paper_cuda::reset({.gpus = 2});
  {
    const auto stopwatch = GpuStopwatch::of_all_gpus().value();
    const GpuTask task =
        copying(stopwatch->device_memory(0, size).value(), stopwatch->pinned_memory(size).value());
    EXPECT_TRUE(stopwatch->time_together(std::span(&task, 1)));
  }
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

// Guards against a fixed bug: the stopwatch said so, and then freed memory, which would have waited forever.
// The paper CUDA aborts the program then.
TEST(GpuStopwatch, WorkThatNeverEndsIsToldAndLeftAlone) {
  paper_cuda::reset({.gpus = 2, .hanging_copy = 0});
  {
    const auto stopwatch = GpuStopwatch::of_all_gpus("/", std::chrono::milliseconds(50)).value();
    const GpuTask task =
        copying(stopwatch->device_memory(0, size).value(), stopwatch->pinned_memory(size).value());
    const auto time = stopwatch->time_together(std::span(&task, 1));

    ASSERT_FALSE(time);
    EXPECT_EQ(time.error().fault, Fault::runtime);
    EXPECT_THAT(time.error().message,
                testing::StartsWith("the measured work on GPU 0 (paper) did not end within 50 ms, so the GPU "
                                    "hangs or is lost; dmesg shows an Xid error if it failed"));
  }
  paper_cuda::reset({});
}

}  // namespace
}  // namespace commlab
