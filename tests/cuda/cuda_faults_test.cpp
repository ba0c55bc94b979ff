// What goes wrong on a GPU, on the paper CUDA: the error says which call failed, and nothing is left behind;
// a run that never ends is reported, too.

#include "gpu/cuda/cuda_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu/cuda/cuda_backend.h"
#include "gpu/executor.h"
#include "tests/cuda/cuda_programs.h"
#include "tests/cuda/paper_cuda.h"

namespace commlab {
namespace {

using testing::HasSubstr;

// Three ranks on two GPUs: the memory of both GPUs together is enough, but GPU 0 holds two ranks.
TEST(CudaFaults, TooLittleMemoryIsToldOfTheGpuThatHasTooLittle) {
  const Programs programs = ring_all_reduce(3, 30'000);
  std::int64_t needed = 0;
  for (const Bytes bytes : Executor::memory_needed(programs, issue_order(programs).value()))
    needed += bytes.count;
  paper_cuda::reset({.gpus = 2, .memory = static_cast<std::size_t>(needed) * 6 / 10});

  const auto run = run_on_cuda(programs, {}, once());

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().fault, Fault::runtime);
  EXPECT_THAT(run.error().message,
              testing::AllOf(HasSubstr("too little memory on GPU 0: all_reduce of"), HasSubstr("would fit")));
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

TEST(CudaFaults, ARankThatNeverComesIsTold) {
  const auto run_without_rank_3 = [](std::chrono::milliseconds deadline) {
    paper_cuda::reset({});
    RealRunOptions options = once();
    options.deadline = deadline;
    options.absent = {3};
    const auto run = run_on_cuda(ring_all_reduce(4, 1003), {}, options);
    return run ? Error{"it ended"} : run.error();
  };

  EXPECT_TRUE(says_at_deadline(
      run_without_rank_3, testing::MatchesRegex("no end within [0-9]+ ms: rank 3 never arrived; rank 0 waits "
                                                "for its message of step 1 from rank 3")));
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

// Hanging work cannot be stopped, and freeing memory would wait for it: the paper CUDA aborts the program
// then.
TEST(CudaFaults, WhatNeverEndsIsToldAndLeftAlone) {
  paper_cuda::reset({.gpus = 2, .hanging_launch = 2});
  RealRunOptions options = once();
  options.deadline = std::chrono::milliseconds(100);

  const auto run = run_on_cuda(ring_all_reduce(3, 64), {}, options);

  paper_cuda::reset({});
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().fault, Fault::runtime);
  EXPECT_EQ(run.error().message,
            "no end within 100 ms: the GPUs (paper) are still busy 3 s later, because something hangs or "
            "is far too slow there; if a GPU failed, dmesg shows an Xid error");
}

TEST(CudaFaults, ADriverThatIsTooOldIsToldWithTheOneThatIsNeeded) {
  paper_cuda::reset({.driver = 11'040});
  EXPECT_THAT(cuda_state().error().message,
              testing::MatchesRegex(
                  "no GPU for cuda: the driver here supports CUDA 11\\.4, but this program was built "
                  "with CUDA 1[23]\\.[0-9], which needs driver 5[28][05] or newer; .*"));
}

TEST(CudaFaults, WithoutAGpuSaysWhatWasLookedFor) {
  paper_cuda::reset({.gpus = 0});
  const auto no_gpu = run_on_cuda(ring_all_reduce(4, 8), {}, once());
  ASSERT_FALSE(no_gpu);
  EXPECT_EQ(no_gpu.error().fault, Fault::runtime);
  EXPECT_EQ(
      no_gpu.error().message,
      "no GPU for cuda: with the driver of CUDA 13.0, cudaGetDeviceCount found 0 GPUs: paper tore; check "
      "nvidia-smi and CUDA_VISIBLE_DEVICES");

  paper_cuda::reset({.driver = 0});
  EXPECT_EQ(
      cuda_state().error().message,
      "no GPU for cuda: no NVIDIA driver here (libcuda.so.1 was not found); if this computer has a GPU, "
      "install its driver until nvidia-smi shows the GPU, or start the container with --gpus all");
}

// Each call fails in turn: the error names it; no crash, no hang, and no wrong result that is called right.
// Two GPUs reach each other; of three, two do not.
TEST(CudaFaults, WhicheverCallFailsIsTold) {
  for (const int gpus : {2, 3}) {
    paper_cuda::reset({.gpus = gpus});
    ASSERT_TRUE(run_on_cuda(ring_all_reduce(3, 64), {.trace = true}, once()));
    const int calls = paper_cuda::calls();
    ASSERT_GT(calls, 100);
    int told = 0;
    for (int failing = 0; failing < calls; ++failing) {
      paper_cuda::reset({.gpus = gpus, .failing_call = failing});
      const auto run = run_on_cuda(ring_all_reduce(3, 64), {.trace = true}, once());
      if (run) continue;  // only the cleaning up failed
      ++told;
      EXPECT_EQ(run.error().fault, Fault::runtime) << failing;
      EXPECT_THAT(run.error().message, testing::AnyOf(HasSubstr("paper tore"), HasSubstr("no NVIDIA driver")))
          << failing;
    }
    EXPECT_GT(told, calls / 2);
  }
}

}  // namespace
}  // namespace commlab
