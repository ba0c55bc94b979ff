// The cuda meter on the paper CUDA: it enqueues what it says, reports every failing call, and leaves nothing
// behind. The paper CUDA says nothing about speed.

#include "gpu/measure/cuda/cuda_meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "gpu/host/host_processors.h"
#include "tests/core/files/scratch_folder.h"
#include "tests/cuda/paper_cuda.h"

namespace commlab {
namespace {

MeterSettings few_rounds() {
  return {.sizes = {{16}, KiB(4)}, .large = KiB(4), .additions = 10, .rounds = 2};
}

TEST(CudaMeter, CopiesEverySizeEveryWay) {
  paper_cuda::reset({});
  const auto report = cuda_meter().copy(few_rounds());

  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->rows.size(), 5u * 2);
  EXPECT_EQ(report->rows[0].way, "host to GPU, pinned");
  EXPECT_EQ(report->rows[9].way, "within the GPU");
  EXPECT_EQ(report->rows[9].size, KiB(4));
  EXPECT_THAT(report->where, testing::HasSubstr("1 GPU (paper)"));
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

// Small copies are issued behind a gate, so that the rate of the host's calls is not what is measured.
TEST(CudaMeter, HoldsCopiesUntilAllAreEnqueued) {
  constexpr std::size_t copies_and_two_events = 64 + 2;
  paper_cuda::reset({});
  ASSERT_TRUE(cuda_meter().copy(few_rounds()));
  EXPECT_EQ(paper_cuda::most_held(), 1 + copies_and_two_events) << "the gate itself is work, too";

  paper_cuda::reset({.streams_wait = false});
  const auto report = cuda_meter().copy(few_rounds());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_LT(paper_cuda::most_held(), copies_and_two_events);
  EXPECT_THAT(report->where, testing::HasSubstr("as the host issues them"));
}

// On a made-up computer whose GPU 0 is near one of this computer's processors.
class CudaMeterNear : public testing::Test {
 protected:
  void SetUp() override {
    paper_cuda::reset({.gpus = 2});
    for (const auto& [gpu, node] : {std::pair(0, 3), std::pair(1, -1)}) {
      const auto folder = root_ / fmt::format("sys/bus/pci/devices/0000:{:02x}:00.0", gpu);
      std::filesystem::create_directories(folder);
      std::ofstream(folder / "local_cpulist") << processor_ << "\n";
      std::ofstream(folder / "numa_node") << node << "\n";
    }
  }

  ScratchFolder root_;
  std::vector<int> before_ = allowed_processors();
  int processor_ = before_.back();
};

TEST_F(CudaMeterNear, CopiesAndTellsWhereTheHostsSideIs) {
  const Meter meter = cuda_meter(root_ / "");
  MeterSettings settings = few_rounds();
  settings.progress = [&](double, std::string_view) {
    EXPECT_EQ(allowed_processors(), std::vector{processor_});
  };
  const std::string on_processor = fmt::format("on processors {}", processor_);

  EXPECT_THAT(meter.copy(settings)->where,
              testing::HasSubstr("; the host's side " + on_processor + " of NUMA node 3; "));
  EXPECT_THAT(meter.overlap(settings)->where,
              testing::HasSubstr("; the host's side " + on_processor + " of NUMA node 3; "));
  EXPECT_EQ(meter.pairs(settings)->notes,
            (std::vector{"copies from gpu0 are issued " + on_processor + " of NUMA node 3",
                         "copies from gpu1 are issued " + on_processor}));
  EXPECT_EQ(allowed_processors(), before_) << "and then the thread goes where it went before";
}

TEST(CudaMeter, CopiesBetweenEveryTwoGpus) {
  paper_cuda::reset({.gpus = 3});
  const ScratchFolder no_sys;
  const auto report = cuda_meter(no_sys / "").pairs(few_rounds());

  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->places, (std::vector<std::string>{"gpu0", "gpu1", "gpu2"}));
  ASSERT_EQ(report->pairs.size(), 6u);
  EXPECT_EQ(report->pairs[3].from, 1);
  EXPECT_EQ(report->pairs[3].to, 2);
  EXPECT_EQ(report->notes, (std::vector<std::string>{"copies between some GPUs go through host memory"}));
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

TEST(CudaMeter, SaysThatOneGpuMakesNoPair) {
  paper_cuda::reset({});
  const auto report = cuda_meter().pairs(few_rounds());

  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().fault, Fault::runtime);
  EXPECT_THAT(report.error().message,
              testing::HasSubstr("pairs need two GPUs, but CUDA shows only one (1 GPU (paper)"));
}

TEST(CudaMeter, TimesACopyAndAKernelAloneAndTogether) {
  paper_cuda::reset({});
  const auto report = cuda_meter().overlap(few_rounds());

  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->together.count, 2);
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

// On the paper CUDA all threads load before any of them stores, so the additions of all but one are lost.
TEST(CudaMeter, CountsWhatIsLostWithoutAtomics) {
  paper_cuda::reset({});
  const auto report = cuda_meter().atomics(few_rounds());

  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->rows.size(), 4u);
  EXPECT_EQ(report->expected(), report->adders * 10);
  EXPECT_EQ(report->rows[0].counted, 10);
  for (std::size_t way = 1; way < 4; ++way) EXPECT_EQ(report->lost(report->rows[way]), 0);
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

TEST(CudaMeter, LacksAGpuWhereThereIsNone) {
  paper_cuda::reset({.gpus = 0});
  EXPECT_THAT(cuda_meter().lacks(), testing::StartsWith("no GPU for cuda: "));
  paper_cuda::reset({});
  EXPECT_EQ(cuda_meter().lacks(), "");
}

template <class Report>
void tell_whichever_call_fails(const std::function<Result<Report>(const MeterSettings&)>& measure) {
  MeterSettings settings = few_rounds();
  settings.rounds = 1;
  paper_cuda::reset({.gpus = 2});
  ASSERT_TRUE(measure(settings));
  const int calls = paper_cuda::calls();
  int told = 0;
  for (int failing = 0; failing < calls; ++failing) {
    paper_cuda::reset({.gpus = 2, .failing_call = failing});
    const auto report = measure(settings);
    if (report) continue;  // only the cleaning up failed
    ++told;
    EXPECT_EQ(report.error().fault, Fault::runtime) << failing;
    EXPECT_THAT(report.error().message,
                testing::AnyOf(testing::HasSubstr("paper tore"), testing::HasSubstr("no NVIDIA driver")))
        << failing;
  }
  EXPECT_GT(told, calls / 2);
}

TEST(CudaMeter, WhicheverCallFailsIsTold) {
  const Meter meter = cuda_meter();
  tell_whichever_call_fails(meter.copy);
  tell_whichever_call_fails(meter.pairs);
  tell_whichever_call_fails(meter.overlap);
}

}  // namespace
}  // namespace commlab
