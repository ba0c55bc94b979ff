// Streams that are held and let go, on the paper CUDA.

#include "gpu/cuda/stream_gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cuda/paper_cuda.h"

namespace commlab {
namespace {

class StreamGateTest : public testing::Test {
 protected:
  void set_up(const paper_cuda::Settings& settings) {
    paper_cuda::reset(settings);
    ASSERT_TRUE(gate_.create(calls_));
    ASSERT_TRUE(calls_.ok(cudaStreamCreateWithFlags(&stream_, 0), "cudaStreamCreateWithFlags"));
    ASSERT_TRUE(calls_.ok(cudaEventCreate(&event_), "cudaEventCreate"));
  }
  void TearDown() override {
    if (event_ != nullptr) calls_.ok(cudaEventDestroy(event_), "cudaEventDestroy");
    if (stream_ != nullptr) calls_.ok(cudaStreamDestroy(stream_), "cudaStreamDestroy");
    gate_.destroy(calls_);
    EXPECT_EQ(paper_cuda::leaks(), 0);
  }
  void record() { ASSERT_TRUE(calls_.ok(cudaEventRecord(event_, stream_), "cudaEventRecord")); }

  CudaCalls calls_;
  StreamGate gate_;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t event_ = nullptr;
};

TEST_F(StreamGateTest, HoldsWhatIsEnqueuedUntilItOpensAgainAndAgain) {
  set_up({});
  for (int turn = 0; turn < 3; ++turn) {
    ASSERT_TRUE(gate_.hold(calls_, stream_));
    record();
    EXPECT_EQ(cudaEventQuery(event_), cudaErrorNotReady) << turn;
    gate_.open();
    EXPECT_EQ(cudaEventQuery(event_), cudaSuccess) << turn;
  }
}

TEST_F(StreamGateTest, HoldsNothingWhereTheDriverCannotWait) {
  set_up({.streams_wait = false});
  EXPECT_FALSE(gate_.holds());
  ASSERT_TRUE(gate_.hold(calls_, stream_));
  record();
  EXPECT_EQ(cudaEventQuery(event_), cudaSuccess);
}

// The rules that a GPU has, and that the paper CUDA keeps: behind a shut gate, both calls would never return.
TEST_F(StreamGateTest, AHeldStreamTakesNoPageableCopyAndNoEndlessWork) {
  set_up({});
  std::byte here[16]{};
  std::byte there[16]{};
  ASSERT_TRUE(gate_.hold(calls_, stream_));
  EXPECT_EQ(cudaMemcpyAsync(here, there, sizeof here, cudaMemcpyDefault, stream_), cudaErrorLaunchTimeout);
  gate_.open();
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);

  ASSERT_TRUE(gate_.hold(calls_, stream_));
  cudaError_t recorded = cudaSuccess;
  for (int i = 0; i < 1'001 && recorded == cudaSuccess; ++i) recorded = cudaEventRecord(event_, stream_);
  EXPECT_NE(recorded, cudaSuccess);
  gate_.open();
  paper_cuda::reset({});
  stream_ = nullptr;
  event_ = nullptr;
  gate_ = {};
}

}  // namespace
}  // namespace commlab
