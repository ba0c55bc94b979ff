// Copies between the host and GPUs, on the paper CUDA: whole, through pinned memory, and with an end.

#include "gpu/cuda/host_bridge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cuda/paper_cuda.h"

namespace commlab {
namespace {

class HostBridgeTest : public testing::Test {
 protected:
  // With memory for so many bytes on the GPU, and one byte beyond.
  void set_up(std::size_t bytes, const paper_cuda::Settings& settings = {}) {
    paper_cuda::reset(settings);
    ASSERT_TRUE(bridge_.create(calls_));
    ASSERT_EQ(cudaStreamCreateWithFlags(&stream_, 0), cudaSuccess);
    void* memory = nullptr;
    ASSERT_EQ(cudaMalloc(&memory, bytes + 1), cudaSuccess);
    on_gpu_ = static_cast<std::byte*>(memory);
  }
  void take_down() {
    cudaFree(on_gpu_);
    cudaStreamDestroy(stream_);
    bridge_.destroy(calls_);
    EXPECT_EQ(paper_cuda::leaks(), 0);
  }

  CudaCalls calls_{std::chrono::milliseconds(50)};
  HostBridge bridge_;
  cudaStream_t stream_ = nullptr;
  std::byte* on_gpu_ = nullptr;
};

TEST_F(HostBridgeTest, MovesAnyNumberOfBytes) {
  constexpr std::size_t pinned = std::size_t{8} << 20;
  for (const std::size_t bytes :
       {std::size_t{0}, std::size_t{1}, pinned - 1, pinned, pinned + 1, 2 * pinned + 3}) {
    set_up(bytes);
    std::vector<std::byte> sent(bytes);
    for (std::size_t i = 0; i < bytes; ++i) sent[i] = static_cast<std::byte>(i * 31 + i / 4096);
    on_gpu_[bytes] = std::byte{77};
    std::vector<std::byte> back(bytes);
    EXPECT_TRUE(bridge_.upload(calls_, stream_, on_gpu_, sent));
    EXPECT_TRUE(bridge_.download(calls_, stream_, back, on_gpu_));
    EXPECT_TRUE(back == sent) << bytes;
    EXPECT_EQ(on_gpu_[bytes], std::byte{77});
    take_down();
  }
}

// A GPU that hangs must not hang the host. A copy of ordinary memory would.
TEST_F(HostBridgeTest, ACopyThatNeverEndsIsAFailure) {
  set_up(16, {.hanging_copy = 0});
  const std::byte sent[16]{};
  EXPECT_FALSE(bridge_.upload(calls_, stream_, on_gpu_, sent));
  EXPECT_TRUE(calls_.hangs());
  EXPECT_THAT(
      calls_.status().error().message,
      testing::HasSubstr("a copy on GPU 0 (paper) did not end within 50 ms, so the GPU hangs or is lost"));
  paper_cuda::reset({});
}

}  // namespace
}  // namespace commlab
