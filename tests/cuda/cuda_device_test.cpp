// The cuda device on the paper CUDA (paper_cuda.h): every order that its dependencies allow gives the
// reference's result, on one GPU and on several.

#include "gpu/cuda/cuda_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/collective/data_pattern.h"
#include "core/collective/reference.h"
#include "core/programs/interpret.h"
#include "core/programs/lower.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gpu/calibrate/calibrate_gpus.h"
#include "gpu/cuda/cuda_backend.h"
#include "gpu/executor.h"
#include "gpu/host/host_clock.h"
#include "tests/algorithm_name.h"
#include "tests/cuda/cuda_programs.h"
#include "tests/cuda/paper_cuda.h"
#include "tests/patience.h"
#include "tests/uneven_counts.h"

namespace commlab {
namespace {

using testing::HasSubstr;

class OnPaper : public testing::TestWithParam<const Algorithm*> {};

TEST_P(OnPaper, AnyOrderThatTheArrowsAllowGivesTheReference) {
  std::uint32_t seed = 0;
  for (const auto& [gpus, all_reach] : {std::pair(1, false), std::pair(3, false), std::pair(3, true)})
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
            if (!programs) continue;  // this collective cannot be cut into pieces
            paper_cuda::reset({.gpus = gpus, .all_reach = all_reach, .seed = ++seed});
            const bool can_copy_by_kernel = gpus == 1 || all_reach;
            const CudaCopies copies =
                can_copy_by_kernel && seed % 2 == 0 ? CudaCopies::by_kernel : CudaCopies::by_engine;
            const auto run = run_on_cuda(*programs, {}, once(), copies);
            if (!run && gpus > 1 && run.error().message.find("in-switch reduction") != std::string::npos)
              continue;  // not all paper GPUs reach each other
            ASSERT_TRUE(run) << run.error().message << " (" << ranks << " ranks on " << gpus << ")";
            EXPECT_TRUE(run->checked);
            EXPECT_EQ(paper_cuda::leaks(), 0);
          }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, OnPaper, testing::ValuesIn(algorithms().begin(), algorithms().end()),
                         [](const auto& info) { return test_name(*info.param); });

// Calls in a row are one graph, in which a rank begins a call when it has ended the one before.
TEST_P(OnPaper, CallsInARowGiveTheReferenceInAnyOrder) {
  std::uint32_t seed = 0;
  for (const int gpus : {1, 3})
    for (const int ranks : {2, 3, 5})
      for (const Lowering& how : {Lowering{}, Lowering{.channels = 2, .pieces = 3, .slots = 1}}) {
        Collective c{.kind = GetParam()->collective, .ranks = ranks, .count = 23, .root = ranks / 2};
        if (c.kind == CollectiveKind::p2p) c.from = ranks - 1, c.to = {0};
        if (!check(c) || !GetParam()->supports(c)) continue;
        const auto programs = programs_for(*GetParam(), c, how);
        if (!programs) continue;  // this collective cannot be cut into pieces
        paper_cuda::reset({.gpus = gpus, .all_reach = true, .seed = ++seed});
        const auto device = CudaDevice::for_ranks(ranks, CudaCopies::by_engine).value();
        Executor executor = Executor::prepare(*programs, issue_order(*programs).value(), *device).value();
        ASSERT_TRUE(executor.fill(DataPattern::index));
        executor.stamp_every_step(false);
        executor.call_in_a_row(3);

        ASSERT_TRUE(executor.run_once(time_enough));

        const auto expected = interpret(*programs, DataPattern::index);
        const Status equal =
            equal_where_promised(c, programs->partition, executor.outputs().value(), expected->output);
        EXPECT_TRUE(equal) << equal.error().message;
      }
}

// Blocks begin at any element, so copies by kernel begin askew.
TEST(CudaDevice, UnevenCountsGiveTheReference) {
  std::uint32_t seed = 0;
  for_all_uneven({1, 2, 3, 5}, [&](const Algorithm& algorithm, const Collective& c, const std::string& what) {
    for (const CudaCopies copies : {CudaCopies::by_engine, CudaCopies::by_kernel})
      for (const Lowering& how : {Lowering{}, Lowering{.channels = 2, .pieces = 3, .slots = 2}}) {
        paper_cuda::reset({.gpus = copies == CudaCopies::by_kernel ? 1 : 3, .seed = ++seed});
        const auto run = run_on_cuda(programs_for(algorithm, c, how).value(), {}, once(), copies);
        ASSERT_TRUE(run) << what << ": " << run.error().message;
        EXPECT_TRUE(run->checked) << what;
        EXPECT_EQ(paper_cuda::leaks(), 0) << what;
      }
  });
}

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

TEST(CudaDevice, SaysHowCopiesPassBetweenGpus) {
  const auto details = [](const paper_cuda::Settings& settings) {
    paper_cuda::reset(settings);
    return run_on_cuda(ring_all_reduce(4, 64), {}, once())->details;
  };
  using testing::StartsWith;
  EXPECT_THAT(details({.gpus = 4}), StartsWith("copies between some GPUs go through host memory; stamps"));
  EXPECT_THAT(details({.gpus = 4, .all_reach = true}), StartsWith("GPUs reach each other's memory; stamps"));
  EXPECT_THAT(details({.gpus = 1}), StartsWith("stamps"));
}

TEST(CudaDevice, CopiesByKernelWhereKernelsReachEveryGpu) {
  paper_cuda::reset({.gpus = 3});
  const auto refused = run_on_cuda(ring_all_reduce(3, 64), {}, once(), CudaCopies::by_kernel);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "--copy sm copies with a kernel, but not all GPUs here reach each other's memory; use the copy "
            "engines (--copy ce), or show CUDA only one GPU with CUDA_VISIBLE_DEVICES=0");
  EXPECT_EQ(paper_cuda::leaks(), 0);

  paper_cuda::reset({.gpus = 3, .all_reach = true});
  const auto run = run_on_cuda(ring_all_reduce(3, 64), {}, once(), CudaCopies::by_kernel);
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_TRUE(run->checked);
}

// Where kernels reach every GPU, receiving, reducing and passing on are one node, which reads memory once.
TEST(CudaDevice, ReducesAndPassesOnAtOnceWhereKernelsReachEveryGpu) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = 3, .count = 1003};
  const Programs fused = programs_for(**find_algorithm(c.kind, "ring"), c, {.fused = true}).value();
  paper_cuda::reset({.gpus = 3});
  ASSERT_TRUE(run_on_cuda(fused, {}, once()));
  const int apart = paper_cuda::nodes();
  paper_cuda::reset({.gpus = 3, .all_reach = true});
  ASSERT_TRUE(run_on_cuda(fused, {}, once()));

  EXPECT_LT(paper_cuda::nodes(), apart);
}

// All iterations enqueue the same work, so only the first one builds a graph.
TEST(CudaDevice, ReplaysItsGraph) {
  const auto nodes_of = [](int iterations) {
    RealRunOptions options = once();
    options.iterations = iterations;
    paper_cuda::reset({.gpus = 3});
    const auto run = run_on_cuda(ring_all_reduce(3, 1003), {}, options);
    EXPECT_TRUE(run && run->checked);
    EXPECT_EQ(paper_cuda::leaks(), 0);
    return paper_cuda::nodes();
  };

  EXPECT_EQ(nodes_of(9), nodes_of(1));
}

// Work that differs only in its bytes needs another graph.
// Where the driver can hold a stream, the graph is given to it first, and then starts: the host's call is no
// part of the time.
TEST(CudaDevice, HoldsItsGraphUntilItIsLaunched) {
  for (const bool holds : {true, false}) {
    paper_cuda::reset({.streams_wait = holds});
    const auto device = CudaDevice::for_ranks(1, CudaCopies::by_engine).value();
    const Stream stream = device->add_stream(0).value();
    const Event gate = device->add_event();
    HostTime begun = 0;
    device->shut(gate);
    device->wait(stream, gate);
    device->stamp(stream, &begun);
    const HostTime opened = device->open(gate);
    ASSERT_TRUE(device->finish(soon()));

    EXPECT_GE(begun, opened);
    EXPECT_EQ(device->time_to_issue() > 0, holds);
  }
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

// A GPU makes the host wait when a large graph is launched on a stream that is held. The gate then opens by
// itself.
TEST(CudaDevice, LaunchesAGraphThatIsTooLargeToBeHeld) {
  paper_cuda::reset({});
  const auto device = CudaDevice::for_ranks(1, CudaCopies::by_engine).value();
  const Stream stream = device->add_stream(0).value();
  std::byte* const memory = device->allocate(0, {32'000}).value();
  const Event gate = device->add_event();
  device->shut(gate);
  device->wait(stream, gate);
  for (int i = 0; i < 21'000; ++i) device->copy(stream, memory + i + 1, memory + i, 1);
  device->open(gate);

  EXPECT_TRUE(device->finish(soon()));
  EXPECT_TRUE(device->status());
  EXPECT_EQ(device->time_to_issue(), 0);
}

TEST(CudaDevice, BuildsAnotherGraphForOtherWork) {
  paper_cuda::reset({});
  const auto device = CudaDevice::of_all_gpus().value();
  const Stream stream = device->add_stream(0).value();
  std::byte* const memory = device->allocate(0, Bytes{8}).value();
  const std::vector<std::byte> source(4, std::byte{7});
  device->upload(memory, source);

  std::vector<int> nodes;
  for (const int bytes : {2, 2, 3, 2}) {
    device->copy(stream, memory + 4, memory, bytes);
    ASSERT_TRUE(device->finish(soon()));
    nodes.push_back(paper_cuda::nodes());
  }

  EXPECT_EQ(nodes, (std::vector{1, 1, 2, 3}));
  std::vector<std::byte> found(3);
  device->download(found, memory + 4);
  EXPECT_EQ(found, std::vector(3, std::byte{7}));
}

// Guards against a fixed bug: a probe of two ranks took half a GPU for each, although eight ranks shared the
// GPU.
TEST(CudaDevice, SharesItsGpusOutAmongRanksThatDoNothing) {
  paper_cuda::reset({.gpus = 3});
  const auto device = CudaDevice::for_ranks(8, CudaCopies::by_engine).value();
  device->allocate(0, Bytes{8}).value();

  constexpr int multiprocessors_of_paper = 2;
  EXPECT_EQ(device->most_blocks_on(0), most_blocks(multiprocessors_of_paper, 3));
  EXPECT_EQ(device->most_blocks_on(1), most_blocks(multiprocessors_of_paper, 3));
  EXPECT_EQ(device->most_blocks_on(2), most_blocks(multiprocessors_of_paper, 2));
  EXPECT_EQ(CudaDevice::of_all_gpus().value()->most_blocks_on(2), most_blocks(multiprocessors_of_paper, 1));
}

TEST(CudaLaunch, SharesTheGpuOutAmongItsRanks) {
  EXPECT_EQ(most_blocks(132, 1), 528);
  EXPECT_EQ(most_blocks(132, 8), 66);
  EXPECT_EQ(most_blocks(1, 64), 1);
  EXPECT_EQ(grid_for(1, 528).x, 1u);
  EXPECT_EQ(grid_for(257, 528).x, 2u);
  EXPECT_EQ(grid_for(std::int64_t{1} << 40, 528).x, 528u);
}

TEST(CudaDevice, SaysHowWellItKnowsTheTime) {
  paper_cuda::reset({});
  const auto run = run_on_cuda(ring_all_reduce(2, 64), {}, once());
  EXPECT_THAT(run->details,
              testing::ContainsRegex(
                  "stamps within [0-9.]+ us of the host's clock, with a resolution of [0-9.]+ us"));
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

// A whole calibration on GPUs that are joined by two kinds of links. The paper CUDA has no rates; the test
// checks that each kind gets residuals of its own.
TEST(CudaDevice, IsCalibratedForEachKindOfPairs) {
  paper_cuda::reset({.gpus = 3});
  const auto time = [](const Programs& probe, std::chrono::milliseconds) {
    return time_on([] { return make_cuda_device_for(3); }, probe, std::chrono::milliseconds(1));
  };

  const auto calibration =
      calibrate_on_gpus({.backend = "cuda",
                         .where = "3 ranks on a GPU each (paper)",
                         .memory = MiB(4),
                         .time = time,
                         .links = {.kinds = {{"", "NV4", "SYS"}, {"NV4", "", "SYS"}, {"SYS", "SYS", ""}}}},
                        3, {});

  ASSERT_TRUE(calibration) << calibration.error().message;
  std::set<std::string> probes;
  for (const auto& residual : calibration->residuals) probes.insert(residual.probe);
  for (const char* probe : {"messages over NV4 (0-1)", "messages over SYS (0-2)"})
    EXPECT_TRUE(probes.contains(probe)) << probe;
  EXPECT_EQ(calibration->machine.topology.nodes.size(), 6u) << "three ranks, and their GPUs' memories";
  EXPECT_EQ(calibration->machine.topology.links.size(), 2u * (3 + 3));
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

// GPUs without a rank may be lost, in use, or unreachable for the others: the device leaves them alone.
TEST(CudaDevice, LeavesGpusAloneThatNoRankLivesOn) {
  paper_cuda::reset({.gpus = 8});
  const auto device = CudaDevice::for_ranks(1, CudaCopies::by_kernel);
  ASSERT_TRUE(device) << device.error().message;
  EXPECT_EQ((*device)->gpus(), 1);
  EXPECT_TRUE((*device)->all_reach_each_other());
}

// One that fell off the bus, or has an error in its memory, must not take the others with it.
TEST(CudaDevice, LeavesOutAGpuThatIsLost) {
  for (int lost = 0; lost < 3; ++lost) {
    paper_cuda::reset({.gpus = 3, .lost_gpu = lost});
    const auto run = run_on_cuda(ring_all_reduce(4, 64), {}, once());
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->where, "4 virtual ranks on 2 GPUs (paper), up to 2 on each");
    EXPECT_THAT(run->details,
                HasSubstr(fmt::format("not used: cudaSetDevice on GPU {} (paper) failed", lost)));
    EXPECT_THAT(cuda_state().value(), testing::AllOf(HasSubstr("2 GPUs"), HasSubstr("not used")));
    EXPECT_EQ(paper_cuda::leaks(), 0);
  }
  paper_cuda::reset({.gpus = 1, .lost_gpu = 0});
  EXPECT_THAT(run_on_cuda(ring_all_reduce(2, 64), {}, once()).error().message,
              HasSubstr("cudaSetDevice on GPU 0"));
}

// Some GPUs reach at most eight others, as on a computer with sixteen: the rest is reached through the host.
TEST(CudaDevice, CopiesThroughTheHostToGpusBeyondThoseItMayReach) {
  paper_cuda::reset({.gpus = 4, .all_reach = true, .most_peers = 2});
  const auto run = run_on_cuda(ring_all_reduce(4, 64), {}, once());
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_TRUE(run->checked);
  EXPECT_THAT(run->details, HasSubstr("copies between some GPUs go through host memory"));
}

// Two stamps of one stream with nothing between them are one event; times never run backwards along
// dependencies.
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
  ASSERT_TRUE(device->finish(soon()));

  EXPECT_EQ(at, twice);
  EXPECT_GE(at[0], opened);
  // Each GPU's clock is known to within alignment(). Along a chain over both GPUs, time may step back by
  // twice that, plus the rounding of CUDA's elapsed times, which are floats.
  const HostTime rounding = 1 + (host_now() - opened) / (1 << 22);
  for (std::size_t i = 1; i < streams; ++i)
    EXPECT_GE(at[i] + 2 * (device->alignment() + rounding), at[i - 1]);
}

}  // namespace
}  // namespace commlab
