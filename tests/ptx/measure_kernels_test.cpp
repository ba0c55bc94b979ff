// The kernels of `commlab measure` as nvcc makes them, run thread by thread: each gives the result that it
// promises.

#include <gtest/gtest.h>

#include <vector>

#include "gpu/measure/busywork.h"
#include "gpu/measure/cuda/measure_kernels.h"
#include "tests/ptx/run_launch.h"

namespace commlab::ptx {
namespace {

constexpr Grid two_blocks{.blocks = 2, .threads = 5};
constexpr unsigned all_threads = two_blocks.blocks * two_blocks.threads;

template <class Element>
Memory only(std::vector<Element>& elements) {
  Memory memory;
  memory.allow(Access::writing, elements.data(), elements.size() * sizeof(Element));
  return memory;
}

class MeasureKernels : public testing::TestWithParam<int> {
 protected:
  std::vector<unsigned long long> counted(Adding adding, std::int64_t additions, std::size_t counters,
                                          Grid grid = two_blocks) {
    std::vector<unsigned long long> found(counters);
    EXPECT_TRUE(
        ran(add_kernel(adding), AddArguments{found.data(), additions}, GetParam(), grid, only(found)));
    return found;
  }
};

TEST_P(MeasureKernels, ComputeWhatTheHostDoes) {
  for (const std::int64_t steps : {0, 1, 3, 4, 7, 100}) {
    std::vector<float> found(all_threads);
    ASSERT_TRUE(
        ran(compute_kernel(), ComputeArguments{found.data(), steps}, GetParam(), two_blocks, only(found)));
    for (unsigned thread = 0; thread < all_threads; ++thread)
      EXPECT_EQ(found[thread], multiply_and_add(steps, static_cast<float>(thread % 7))) << thread;
  }
}

TEST_P(MeasureKernels, CountEveryAddition) {
  for (const unsigned additions : {0u, 1u, 2u, 3u, 4u, 10u}) {
    const std::vector sum = {static_cast<unsigned long long>(additions * all_threads)};
    EXPECT_EQ(counted(Adding::plain, additions, 1), sum);  // with one thread at a time, no addition is lost
    EXPECT_EQ(counted(Adding::atomic, additions, 1), sum);
    EXPECT_EQ(counted(Adding::by_blocks, additions, 1), sum);
    EXPECT_EQ(counted(Adding::own, additions, all_threads),
              std::vector<unsigned long long>(all_threads, additions));
  }
}

// More additions than a block's 32-bit counter may hold, so each block adds up its counter several times.
TEST_P(MeasureKernels, CountByBlocksInSeveralRounds) {
  constexpr std::int64_t additions = (1 << 20) + 3;
  EXPECT_EQ(counted(Adding::by_blocks, additions, 1, {.blocks = 1, .threads = 2}),
            std::vector{2ull * additions});
}

INSTANTIATE_TEST_SUITE_P(OfNvcc, MeasureKernels, testing::ValuesIn(architectures),
                         [](const auto& info) { return fmt::format("sm_{}", info.param); });

}  // namespace
}  // namespace commlab::ptx
