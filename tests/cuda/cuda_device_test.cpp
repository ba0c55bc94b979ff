// The cuda device on a CUDA of paper: whatever order its arrows allow gives the reference's result, on one
// GPU and on several; and whichever call fails, the run says which, and leaves nothing behind.

#include "gpu/cuda/cuda_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/algorithm.h"
#include "gpu/cuda_backend.h"
#include "gpu/executor.h"
#include "tests/cuda/paper_cuda.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

using testing::HasSubstr;

HostOptions once() {
  HostOptions options;
  options.iterations = 1;
  options.warmup = 1;
  options.deadline = 100ms;
  return options;
}

Programs ring_all_reduce(int ranks, std::int64_t count) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = ranks, .count = count};
  return programs_for(**find_algorithm(c.kind, "ring"), c).value();
}

class OnPaper : public testing::TestWithParam<const Algorithm*> {};

TEST_P(OnPaper, AnyOrderThatTheArrowsAllowGivesTheReference) {
  std::uint32_t seed = 0;
  for (const int gpus : {1, 3})
    for (const int ranks : {1, 2, 3, 4, 5, 8})
      for (const ReduceOp op : {ReduceOp::sum, ReduceOp::avg})
        for (const Lowering& how : {Lowering{}, Lowering{.channels = 2, .pieces = 3, .slots = 2},
                                    Lowering{.pieces = 2, .fused = true}})
          for (const bool in_place : {false, true}) {
            Collective c{.kind = GetParam()->collective, .ranks = ranks, .count = 23, .root = ranks / 2};
            c.op = op;
            c.in_place = in_place;
            if (c.kind == CollectiveKind::p2p) c.from = ranks - 1, c.to = {0};
            if (!check(c) || !GetParam()->supports(c)) continue;
            if (!reduces(c.kind) && op != ReduceOp::sum) continue;
            const auto programs = programs_for(*GetParam(), c, how);
            if (!programs) continue;  // pieces of what cannot be cut
            paper_cuda::reset({.gpus = gpus, .seed = ++seed});
            const auto run = run_on_cuda(*programs, {}, once());
            if (!run && gpus > 1 && run.error().message.find("in-switch reduction") != std::string::npos)
              continue;  // not all GPUs of paper reach each other
            ASSERT_TRUE(run) << run.error().message << " (" << ranks << " ranks on " << gpus << ")";
            EXPECT_TRUE(run->checked);
            EXPECT_EQ(paper_cuda::leaks(), 0);
          }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, OnPaper, testing::ValuesIn(algorithms().begin(), algorithms().end()),
                         [](const auto& info) {
                           std::string name =
                               fmt::format("{}_{}", name_of(info.param->collective), info.param->name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(CudaDevice, SaysHowManyRanksShareAGpu) {
  paper_cuda::reset({.gpus = 1});
  EXPECT_THAT(run_on_cuda(ring_all_reduce(8, 64), {}, once())->where,
              HasSubstr("8 virtual ranks on one GPU (paper)"));
  paper_cuda::reset({.gpus = 3});
  EXPECT_THAT(run_on_cuda(ring_all_reduce(8, 64), {}, once())->where,
              HasSubstr("8 virtual ranks on 3 GPUs (paper), up to 3 on each"));
  paper_cuda::reset({.gpus = 3});
  EXPECT_THAT(run_on_cuda(ring_all_reduce(3, 64), {}, once())->where, HasSubstr("3 ranks on a GPU each"));
}

TEST(CudaDevice, TracesWhatItRan) {
  paper_cuda::reset({});
  const auto run = run_on_cuda(ring_all_reduce(3, 1003), {.trace = true}, once());

  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->backend, "cuda");
  ASSERT_TRUE(run->trace);
  EXPECT_EQ(run->trace->backend, "cuda");
  EXPECT_EQ(run->trace->transfers.size(), 12u);
  for (const Transfer& t : run->trace->transfers) {
    EXPECT_LE(t.ready, t.start);
    EXPECT_LE(t.start, t.sent);
    EXPECT_LE(t.sent, run->trace->finish);
  }
}

TEST(CudaDevice, ARankThatNeverComesIsTold) {
  paper_cuda::reset({});
  HostOptions options = once();
  options.absent = {3};

  const auto run = run_on_cuda(ring_all_reduce(4, 1003), {}, options);

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().fault, Fault::runtime);
  EXPECT_EQ(run.error().message,
            "no end within 100 ms: rank 3 never arrived; rank 0 waits for its message of step 0 from rank 3");
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

TEST(CudaDevice, WithoutAGpuSaysWhatWasLookedFor) {
  paper_cuda::reset({.gpus = 0});
  const auto no_gpu = run_on_cuda(ring_all_reduce(4, 8), {}, once());
  ASSERT_FALSE(no_gpu);
  EXPECT_EQ(no_gpu.error().fault, Fault::runtime);
  EXPECT_EQ(no_gpu.error().message,
            "no GPU for cuda: the driver (of CUDA 13.0) shows 0 to cudaGetDeviceCount: paper tore; look at "
            "nvidia-smi and CUDA_VISIBLE_DEVICES");

  paper_cuda::reset({.driver = 0});
  EXPECT_EQ(cuda_state(), "no GPU for cuda: no NVIDIA driver here (libcuda.so.1 was not found)");
}

// Each call in turn: an error that names it, never a crash, a hang or a wrong result told as right.
TEST(CudaDevice, WhicheverCallFailsIsTold) {
  paper_cuda::reset({.gpus = 2});
  ASSERT_TRUE(run_on_cuda(ring_all_reduce(3, 64), {.trace = true}, once()));
  const int calls = paper_cuda::calls();
  ASSERT_GT(calls, 100);
  int told = 0;
  for (int failing = 0; failing < calls; ++failing) {
    paper_cuda::reset({.gpus = 2, .failing_call = failing});
    const auto run = run_on_cuda(ring_all_reduce(3, 64), {.trace = true}, once());
    if (run) continue;  // it failed while all was put away
    ++told;
    EXPECT_EQ(run.error().fault, Fault::runtime) << failing;
    EXPECT_THAT(run.error().message, testing::AnyOf(HasSubstr("paper tore"), HasSubstr("no NVIDIA driver")))
        << failing;
  }
  EXPECT_GT(told, calls / 2);
}

// Stamps of one stream with nothing between them are one event; times never run backwards along arrows.
TEST(CudaDevice, StampsFollowTheArrows) {
  paper_cuda::reset({.gpus = 2});
  const auto device = CudaDevice::of_all_gpus().value();
  constexpr int streams = 20;
  std::array<HostTime, streams> at{};
  std::array<HostTime, streams> twice{};
  const Event gate = device->add_event();
  device->shut(gate);
  Event before = gate;
  for (int i = 0; i < streams; ++i) {
    const Stream stream = device->add_stream(i).value();
    device->wait(stream, before);
    device->stamp(stream, &at[static_cast<std::size_t>(i)]);
    device->stamp(stream, &twice[static_cast<std::size_t>(i)]);
    before = device->add_event();
    device->record(stream, before);
  }
  const HostTime opened = device->open(gate);
  ASSERT_TRUE(device->finish(std::chrono::steady_clock::now() + 1s));

  EXPECT_EQ(at, twice);
  EXPECT_GE(at[0], opened);
  // Each GPU's clock is known to alignment(); along a chain over both it may step back by twice that.
  for (std::size_t i = 1; i < streams; ++i) EXPECT_GE(at[i] + 2 * device->alignment(), at[i - 1]);
}

}  // namespace
}  // namespace commlab
