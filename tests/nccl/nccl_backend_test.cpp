// The nccl backend on the paper NCCL (paper_nccl.h): every collective of NCCL gives the plain result, every
// schedule that works by messages gives the interpretation's, bit for bit; and what else a run says.

#include "gpu/nccl/nccl_backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/collective/data_pattern.h"
#include "core/programs/lower.h"
#include "core/programs/native.h"
#include "core/programs/programs_for.h"
#include "gpu/nccl/nccl_collective.h"
#include "gpu/nccl/nccl_library.h"
#include "tests/algorithm_name.h"
#include "tests/nccl/nccl_programs.h"
#include "tests/sanitized.h"
#include "tests/uneven_counts.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

class OnPaperNccl : public testing::TestWithParam<CollectiveKind> {};

TEST_P(OnPaperNccl, NcclsOwnCollectiveGivesThePlainResult) {
  std::uint32_t seed = 0;
  for (int ranks = 1; ranks <= 8; ++ranks)
    for (const DataType type : all_data_types)
      for (const ReduceOp op : all_reduce_ops)
        for (const bool in_place : {false, true}) {
          if (!reduces(GetParam()) && op != ReduceOp::sum) continue;
          if (sanitized && ranks != 1 && ranks != 3) continue;
          Collective c = collective_of(GetParam(), ranks);
          c.dtype = type;
          c.op = op;
          c.in_place = in_place;
          if (!check(c) || !nccl_can_do(c, nccl_version().value())) continue;
          reset({.gpus = ranks, .seed = ++seed});
          const auto run = run_on_nccl(native_programs(c), {}, once());
          ASSERT_TRUE(run) << text(c) << ": " << run.error().message;
          EXPECT_TRUE(run->checked);
          EXPECT_TRUE(op == ReduceOp::avg || !run->rounded) << text(c);
          EXPECT_EQ(run->backend, "nccl");
          EXPECT_EQ(paper_cuda::leaks(), 0) << text(c);
        }
}

INSTANTIATE_TEST_SUITE_P(Collectives, OnPaperNccl, testing::ValuesIn(all_collective_kinds),
                         [](const auto& info) { return std::string(name_of(info.param)); });

class ScheduleOnPaperNccl : public testing::TestWithParam<const Algorithm*> {};

TEST_P(ScheduleOnPaperNccl, GivesTheInterpretationsResultOrIsRefused) {
  std::uint32_t seed = 0;
  for (const int ranks : {1, 2, 3, 4, 5, 8})
    for (const auto& [type, op] :
         {std::pair(DataType::float32, ReduceOp::sum), std::pair(DataType::float16, ReduceOp::avg),
          std::pair(DataType::int8, ReduceOp::avg)})
      for (const Lowering& how : {Lowering{}, Lowering{.channels = 2, .pieces = 3, .slots = 2},
                                  Lowering{.pieces = 5, .slots = 1}, Lowering{.pieces = 2, .fused = true}})
        for (const bool in_place : {false, true}) {
          Collective c = collective_of(GetParam()->collective, ranks);
          c.dtype = type;
          c.op = op;
          c.in_place = in_place;
          if (!check(c) || !GetParam()->supports(c)) continue;
          if (op == ReduceOp::avg && (!reduces(c.kind) || how.pieces > 1)) continue;
          const auto programs = programs_for(*GetParam(), c, how);
          if (!programs) continue;  // this collective cannot be cut into pieces
          reset({.gpus = ranks, .seed = ++seed});
          const auto run = run_on_nccl(*programs, {.data = DataPattern::index}, once());
          if (!run && (run.error().message.find("--fused") != std::string::npos ||
                       run.error().message.find("--algorithm native") != std::string::npos))
            continue;
          ASSERT_TRUE(run) << text(c) << ": " << run.error().message;
          EXPECT_TRUE(run->checked);
          EXPECT_EQ(paper_cuda::leaks(), 0);
        }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, ScheduleOnPaperNccl,
                         testing::ValuesIn(algorithms().begin(), algorithms().end()),
                         [](const auto& info) { return test_name(*info.param); });

TEST(NcclBackend, TracesASchedule) {
  reset({.gpus = 4});
  const auto run = run_on_nccl(ring_all_reduce(4), {.trace = true}, once());

  ASSERT_TRUE(run) << run.error().message;
  ASSERT_TRUE(run->trace);
  EXPECT_EQ(run->trace->backend, "nccl");
  EXPECT_EQ(run->trace->transfers.size(), 24u);
  for (const Transfer& t : run->trace->transfers) {
    EXPECT_LE(t.ready, t.start);
    EXPECT_LE(t.start, t.sent);
    EXPECT_LE(t.head, t.end);
    EXPECT_LE(t.sent, run->trace->finish);
  }
  EXPECT_TRUE(run->first);
  EXPECT_FALSE(run->estimate);
}

TEST(NcclBackend, TellsWhatNcclChoseAndWhatItExpected) {
  reset({.gpus = 4});
  const auto run = run_on_nccl(native_programs(collective_of(CollectiveKind::all_reduce, 4)), {}, once());

  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->estimate, nanoseconds(12'500));
  EXPECT_THAT(run->notes, testing::Contains(HasSubstr("chose ring, protocol ll, 24 channels")));
  EXPECT_THAT(run->where, HasSubstr("4 ranks on a GPU each (paper)"));
  EXPECT_THAT(run->details, testing::ContainsRegex("stamps within [0-9.]+ us of the host's clock, "
                                                   "with a resolution of [0-9.]+ us"));
  EXPECT_THAT(run->details, Not(HasSubstr("within 0.00 us"))) << "the run's alignment, not the one before it";

  reset({.gpus = 4}, {.chosen = "Algo 4 proto 2 time 28.5"});
  const auto old = run_on_nccl(native_programs(collective_of(CollectiveKind::broadcast, 4)), {}, once());
  EXPECT_THAT(old->notes, testing::Contains(HasSubstr("chose nvls, protocol simple")));
}

// As nccl-tests does. The streams are held until all calls are enqueued, so these are no part of the time.
TEST(NcclBackend, TimesCallsInARow) {
  for (const bool native : {true, false}) {
    const Programs programs =
        native ? native_programs(collective_of(CollectiveKind::all_reduce, 3)) : ring_all_reduce(3);
    RealRunOptions options = once();
    options.calls = 20;
    reset({.gpus = 3});
    const auto run = run_on_nccl(programs, {}, options);

    ASSERT_TRUE(run) << run.error().message;
    EXPECT_TRUE(run->checked);
    EXPECT_EQ(run->calls, 20);
    ASSERT_TRUE(run->over_ranks);
    EXPECT_LE(run->over_ranks->min, run->over_ranks->mean);
    EXPECT_LE(run->over_ranks->mean, run->over_ranks->max);
    EXPECT_EQ(run->finish, native ? run->over_ranks->mean : run->over_ranks->max);
    EXPECT_TRUE(run->launch) << "the host's calls are told apart";
    EXPECT_GE(paper_cuda::most_held(), 20u + 2) << "20 calls or more, and two marks";
  }
}

// NCCL connects ranks in their first collective, and may wait for the GPU then, so no stream is held yet.
TEST(NcclBackend, ConnectsBeforeItHoldsAStream) {
  reset({.gpus = 3});
  RealRunOptions options = once();
  options.absent = {2};
  options.deadline = std::chrono::milliseconds(50);
  EXPECT_FALSE(run_on_nccl(ring_all_reduce(3), {}, options));
  EXPECT_LE(paper_cuda::most_held(), 4u) << "alignment and one mark, but no gate";
}

TEST(NcclBackend, RunsOnTheOldestLibraryWithoutAnEstimate) {
  reset({.gpus = 2}, {.version = oldest_nccl});
  const auto run = run_on_nccl(native_programs(collective_of(CollectiveKind::all_reduce, 2)), {}, once());
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_TRUE(run->checked);
  EXPECT_FALSE(run->estimate);
}

// NCCL takes floats of 8 bits since 2.24, and reduces them since sm_90; the paper NCCL refuses them like the
// real one. What is refused is said before any call.
TEST(NcclBackend, ReducesFloatsOf8BitsOnlyWhereNcclDoes) {
  for (const DataType type : {DataType::float8_e4m3, DataType::float8_e5m2})
    for (const CollectiveKind kind :
         {CollectiveKind::reduce, CollectiveKind::all_reduce, CollectiveKind::reduce_scatter}) {
      Collective c = collective_of(kind, 3);
      c.dtype = type;
      const auto told = [&](int version, int architecture) {
        reset({.gpus = 3, .architecture = architecture}, {.version = version});
        const auto run = run_on_nccl(native_programs(c), {.data = DataPattern::index}, once());
        EXPECT_EQ(paper_nccl::asked() > 0, run.has_value()) << text(c);
        return run ? std::string() : run.error().message;
      };
      EXPECT_EQ(told(22400, 90), "");
      EXPECT_EQ(told(22809, 100), "");
      EXPECT_THAT(told(22304, 90),
                  HasSubstr(fmt::format("NCCL 2.23.4 is installed here, which cannot reduce {}; "
                                        "NCCL 2.24.0 and newer can",
                                        name_of(type))));
      EXPECT_THAT(told(22809, 89),
                  HasSubstr(fmt::format("GPU 0 has compute capability 8.9, and NCCL reduces {} "
                                        "only on 9.0 and newer",
                                        name_of(type))));
    }
}

// Our own algorithms send bytes and reduce with our own kernels.
TEST(NcclBackend, MovesFloatsOf8BitsOnEveryGpuWithEveryVersion) {
  for (const CollectiveKind kind : all_collective_kinds) {
    Collective c = collective_of(kind, 4);
    c.dtype = DataType::float8_e4m3;
    reset({.gpus = 4, .architecture = 75}, {.version = oldest_nccl});
    const auto run = run_on_nccl(native_programs(c), {.data = DataPattern::index}, once());
    EXPECT_EQ(run.has_value(), !reduces(kind)) << text(c);
  }
  Collective c = collective_of(CollectiveKind::all_reduce, 4, 64);
  c.dtype = DataType::float8_e4m3;
  reset({.gpus = 4, .architecture = 75}, {.version = oldest_nccl});
  const auto run = run_on_nccl(programs_for(**find_algorithm(c.kind, "ring"), c).value(), {}, once());
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_TRUE(run->checked);
}

TEST(NcclBackend, HasNeitherChoiceNorEstimateOfWhatNcclHasNoModelOf) {
  for (const CollectiveKind kind :
       {CollectiveKind::gather, CollectiveKind::p2p, CollectiveKind::all_to_all}) {
    reset({.gpus = 4});
    const auto run = run_on_nccl(native_programs(collective_of(kind, 4)), {}, once());
    EXPECT_FALSE(run->estimate);
    EXPECT_THAT(run->notes, testing::Contains(HasSubstr("sends and receives")));
  }
  reset({.gpus = 1});
  const auto alone = run_on_nccl(native_programs(collective_of(CollectiveKind::all_reduce, 1)), {}, once());
  EXPECT_THAT(alone->notes, testing::Contains(HasSubstr("one rank")));
}

// 1/3 has no exact 16-bit value, so multiplying by it and dividing by 3 give different results.
TEST(NcclBackend, AnAverageThatRoundsDifferentlyIsTold) {
  Collective c = collective_of(CollectiveKind::all_reduce, 7, 1003);
  c.dtype = DataType::float16;
  c.op = ReduceOp::avg;
  reset({.gpus = 7});

  const auto run = run_on_nccl(native_programs(c), {.data = DataPattern::ranks}, once());

  ASSERT_TRUE(run) << run.error().message;
  EXPECT_TRUE(run->checked);
  EXPECT_TRUE(run->rounded);
}

// NCCL before 2.28 has no functions for these collectives; the version of the loaded library decides.
TEST(NcclBackend, AnOlderLibraryMovesBlocksByMessages) {
  for (const CollectiveKind kind :
       {CollectiveKind::gather, CollectiveKind::scatter, CollectiveKind::all_to_all})
    for (const int ranks : {1, 2, 5}) {
      const Collective c = collective_of(kind, ranks);
      reset({.gpus = ranks}, {.version = 22703});
      const auto run = run_on_nccl(native_programs(c), {}, once());
      ASSERT_TRUE(run) << text(c) << ": " << run.error().message;
      EXPECT_TRUE(run->checked);
    }
}

// A call that waits for a stream which waits at the gate: the watchdog opens it, and the run is right.
TEST(NcclBackend, AGateOpensWhereNcclWaitsForTheGpu) {
  for (const int kernel : {3, 5, 8}) {
    reset({.gpus = 3}, {.loads_at = kernel});
    const auto run = run_on_nccl(native_programs(collective_of(CollectiveKind::all_reduce, 3)), {}, once());
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_TRUE(run->checked);
  }
}

TEST(NcclBackend, ReplaysGraphsOnlyOfItsOwnCollectivesAndOfOneGpu) {
  reset({.gpus = 2});
  RealRunOptions options = once();
  options.as_graph = true;
  const auto told = [&](const Programs& programs) {
    return run_on_nccl(programs, {}, options).error().message;
  };
  EXPECT_THAT(told(ring_all_reduce(2)),
              HasSubstr("--launch graph: on nccl, only NCCL's own collectives are replayed from a graph"));
  EXPECT_THAT(told(native_programs(collective_of(CollectiveKind::all_reduce, 2))),
              HasSubstr("put commlab launch -n 2 -- before the command"));
  EXPECT_TRUE(run_on_nccl(native_programs(collective_of(CollectiveKind::all_reduce, 1)), {}, options));
}

// To join takes seconds, so the ranks join once for all sizes and collectives, and once more to rehearse.
TEST(NcclBackend, RanksJoinOnceForAllRuns) {
  reset({.gpus = 3});
  NcclOnCall on_call;
  for (const int ranks : {2, 2, 2, 3, 3})
    for (const std::int64_t count : {1, 1'000})
      for (const CollectiveKind kind : {CollectiveKind::all_reduce, CollectiveKind::broadcast})
        for (const Programs& programs :
             {native_programs(collective_of(kind, ranks, count)), ring_all_reduce(ranks)}) {
          const auto run = run_on_nccl(programs, on_call, {}, once());
          ASSERT_TRUE(run) << run.error().message;
          EXPECT_EQ(run->estimate.has_value(), is_native(programs));
        }
  EXPECT_EQ(paper_nccl::begun(), 2 * 2 + 2 * 3);
  on_call.give_up();
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

// Communicators that were aborted are of no use.
TEST(NcclBackend, RanksJoinAgainAfterARunThatFailed) {
  reset({.gpus = 2});
  NcclOnCall on_call;
  RealRunOptions absent = once(std::chrono::milliseconds(50));
  absent.absent = {1};
  EXPECT_TRUE(run_on_nccl(ring_all_reduce(2), on_call, {}, once()));
  EXPECT_FALSE(run_on_nccl(ring_all_reduce(2), on_call, {}, absent));
  const auto again = run_on_nccl(ring_all_reduce(2), on_call, {}, once());
  EXPECT_TRUE(again) << again.error().message;
  EXPECT_EQ(paper_nccl::begun(), 4);
}

TEST(NcclBackend, WithoutTheLibraryEveryCallSaysSo) {
  reset({.gpus = 2}, {.version = 0});
  const Programs programs = native_programs(collective_of(CollectiveKind::all_reduce, 2));
  NcclOnCall on_call;
  const MakeNcclRunner unused = [](const NcclId&) { return fail("no id was made"); };
  const auto told = [](const auto& result) { return result ? "it works" : result.error().message; };

  EXPECT_EQ(told(nccl_state()), paper_nccl::missing);
  EXPECT_EQ(told(make_nccl_id()), paper_nccl::missing);
  EXPECT_EQ(told(make_nccl_runner(programs, on_call, {.id = {}, .here = {{0, 0}, {1, 1}}})),
            paper_nccl::missing);
  EXPECT_EQ(told(run_on_nccl(programs, {}, once())), paper_nccl::missing);
  EXPECT_EQ(told(run_on_nccl_members(programs, on_call, unused, {}, once())), paper_nccl::missing);
}

// ncclAlltoAll has one count; messages have their own. Every version of NCCL does it so.
TEST(NcclBackend, MovesUnevenBlocksByMessages) {
  std::uint32_t seed = 0;
  for (const int version : {22703, 22809})
    for (const int ranks : {1, 2, 3, 5, 8})
      for (const NamedCounts& named : awkward_counts(ranks)) {
        if (!worth_sanitizing(ranks)) continue;
        const Collective c = all_to_all_with(named.counts);
        reset({.gpus = ranks, .seed = ++seed}, {.version = version});
        const auto run = run_on_nccl(native_programs(c), {.data = DataPattern::index}, once());
        ASSERT_TRUE(run) << named.name << " on " << ranks << ": " << run.error().message;
        EXPECT_TRUE(run->checked) << named.name << " on " << ranks;
        EXPECT_EQ(paper_cuda::leaks(), 0);
      }
}

TEST(NcclBackend, RunsSchedulesOfUnevenBlocks) {
  std::uint32_t seed = 0;
  for_all_uneven({1, 2, 3, 5, 8},
                 [&](const Algorithm& algorithm, const Collective& c, const std::string& what) {
                   if (!worth_sanitizing(c.ranks)) return;
                   reset({.gpus = c.ranks, .seed = ++seed});
                   const auto run = run_on_nccl(programs_for(algorithm, c, {.channels = 2}).value(),
                                                {.data = DataPattern::index}, once());
                   ASSERT_TRUE(run) << what << ": " << run.error().message;
                   EXPECT_TRUE(run->checked) << what;
                   EXPECT_EQ(paper_cuda::leaks(), 0);
                 });
}

}  // namespace
}  // namespace commlab
