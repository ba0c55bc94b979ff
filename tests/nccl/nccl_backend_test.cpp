// The nccl backend on an NCCL of paper: every collective of NCCL's own gives the plain result, every schedule
// that messages can do gives the interpretation's, bit for bit; whichever call fails is told, and leaves
// nothing behind; a rank that does not come is an error in time.

#include "gpu/nccl_backend.h"
#include "gpu/nccl_processes.h"

#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/algorithm.h"
#include "core/native.h"
#include "gpu/nccl/nccl_collective.h"
#include "gpu/nccl/nccl_communicators.h"
#include "tests/cuda/paper_cuda.h"
#include "tests/nccl/paper_nccl.h"
#include "tests/sanitized.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

HostOptions once(std::chrono::milliseconds deadline = 5s) {
  HostOptions options;
  options.iterations = 1;
  options.warmup = 1;
  options.deadline = deadline;
  return options;
}

void reset(const paper_cuda::Settings& cuda, const paper_nccl::Settings& nccl = {}) {
  paper_cuda::reset(cuda);
  paper_nccl::reset(nccl);
}

Collective collective_of(CollectiveKind kind, int ranks, std::int64_t count = 23) {
  Collective c{.kind = kind, .ranks = ranks, .count = count, .root = ranks / 2};
  if (c.kind == CollectiveKind::p2p) {
    c.from = ranks - 1;
    c.to = {0};
    if (ranks > 2) c.to.push_back(1);
  }
  return c;
}

Programs ring_all_reduce(int ranks) {
  const Collective c = collective_of(CollectiveKind::all_reduce, ranks, 64);
  return programs_for(**find_algorithm(c.kind, "ring"), c).value();
}

std::string text(const Collective& c) {
  return fmt::format("{} ranks={} {} {} {}", name_of(c.kind), c.ranks, name_of(c.dtype), name_of(c.op),
                     c.in_place ? "in place" : "");
}

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
          if (!check(c) || !nccl_can_do(c)) continue;
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
          if (!programs) continue;  // pieces of what cannot be cut
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
                         testing::ValuesIn(algorithms().begin(), algorithms().end()), [](const auto& info) {
                           std::string name =
                               fmt::format("{}_{}", name_of(info.param->collective), info.param->name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

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
  EXPECT_THAT(run->notes, testing::ElementsAre(HasSubstr("chose ring, protocol ll, 24 channels")));
  EXPECT_THAT(run->where, testing::ContainsRegex(
                              "4 ranks on a GPU each .paper.; stamps within [0-9.]+ us of the host's clock, "
                              "told apart from [0-9.]+ us on"));
  EXPECT_THAT(run->where, Not(HasSubstr("within 0.00 us"))) << "that of the run, and not of before it";

  reset({.gpus = 4}, {.chosen = "Algo 4 proto 2 time 28.5"});
  const auto old = run_on_nccl(native_programs(collective_of(CollectiveKind::broadcast, 4)), {}, once());
  EXPECT_THAT(old->notes, testing::ElementsAre(HasSubstr("chose nvls, protocol simple")));
}

TEST(NcclBackend, HasNoEstimateOfWhatNcclHasNoModelOf) {
  for (const CollectiveKind kind :
       {CollectiveKind::gather, CollectiveKind::p2p, CollectiveKind::all_to_all}) {
    reset({.gpus = 4});
    EXPECT_FALSE(run_on_nccl(native_programs(collective_of(kind, 4)), {}, once())->estimate);
  }
}

// 1/3 is no number of 16 bits: what is multiplied by it is not what is divided by 3.
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

TEST(NcclBackend, MoreRanksThanGpusAreToldWhereElseToGo) {
  reset({.gpus = 2});
  const auto run = run_on_nccl(ring_all_reduce(4), {}, once());
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().fault, Fault::runtime);
  EXPECT_EQ(run.error().message,
            "nccl: 4 ranks, but 2 GPUs here, and NCCL takes a GPU for each rank of a process; --ranks 2, or "
            "virtual ranks that share one: --on cuda, or a process for each rank, that pretend to be on "
            "computers of their own: commlab launch -n 4 --own-host-ids -- ...");
}

TEST(NcclBackend, TooLittleMemoryIsToldBeforeItHappens) {
  reset({.gpus = 2, .memory = 1000});
  const auto run = run_on_nccl(ring_all_reduce(2), {}, once());
  ASSERT_FALSE(run);
  EXPECT_THAT(run.error().message, HasSubstr("too little memory for rank 0 on GPU 0: all_reduce of 256 B"));
  EXPECT_THAT(run.error().message, HasSubstr("would fit"));
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

TEST(NcclBackend, WhatMessagesCannotDoIsRefused) {
  Collective c = collective_of(CollectiveKind::sendrecv, 3);
  c.in_place = true;
  reset({.gpus = 3});
  EXPECT_THAT(run_on_nccl(native_programs(c), {}, once()).error().message, HasSubstr("leave out --in-place"));
  c = collective_of(CollectiveKind::all_reduce, 4);
  const auto fused = programs_for(**find_algorithm(c.kind, "ring"), c, {.fused = true});
  reset({.gpus = 4});
  EXPECT_THAT(run_on_nccl(*fused, {}, once()).error().message, HasSubstr("leave out --fused"));
  const auto nvls = programs_for(**find_algorithm(c.kind, "nvls"), c);
  reset({.gpus = 4});
  EXPECT_THAT(run_on_nccl(*nvls, {}, once()).error().message, HasSubstr("NCCL has messages only"));
}

TEST(NcclBackend, ARankThatNeverComesIsAnErrorInTime) {
  HostOptions options = once(100ms);
  options.absent = {3};
  reset({.gpus = 4});
  const auto native = run_on_nccl(native_programs(collective_of(CollectiveKind::all_reduce, 4)), {}, options);
  ASSERT_FALSE(native);
  EXPECT_EQ(native.error().message,
            "no end within 100 ms: rank 3 never arrived; rank 0 waits in all_reduce; rank 1 waits in "
            "all_reduce; rank 2 waits in all_reduce");
  EXPECT_EQ(paper_cuda::leaks(), 0);

  reset({.gpus = 4});
  const auto ours = run_on_nccl(ring_all_reduce(4), {}, options);
  ASSERT_FALSE(ours);
  EXPECT_THAT(ours.error().message, HasSubstr("no end within 100 ms: rank 3 never arrived; rank 0 waits in "
                                              "round 1 of 6 for 1, 3"));
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

TEST(NcclBackend, ARankThatFailsElsewhereEndsTheRun) {
  for (const int kernels : {0, 1, 4, 9}) {
    reset({.gpus = 4}, {.lost_after = kernels});
    const auto run = run_on_nccl(ring_all_reduce(4), {}, once());
    ASSERT_FALSE(run);
    EXPECT_THAT(run.error().message, HasSubstr("an operation of NCCL failed: paper tore"));
    EXPECT_EQ(paper_cuda::leaks(), 0);
  }
}

// Each call in turn: an error that names it, never a crash, a hang or a wrong result told as right. What
// fails while it is given back may stay.
TEST(NcclBackend, WhicheverCallFailsIsTold) {
  const Programs native = native_programs(collective_of(CollectiveKind::all_reduce, 3));
  for (const Programs& programs : {native, ring_all_reduce(3)}) {
    reset({.gpus = 3});
    ASSERT_TRUE(run_on_nccl(programs, {}, once()));
    const int calls = paper_cuda::calls();
    ASSERT_GT(calls, 100);
    int told = 0;
    for (int failing = 0; failing < calls; ++failing) {
      reset({.gpus = 3, .failing_call = failing});
      const auto run = run_on_nccl(programs, {}, once());
      EXPECT_LE(paper_cuda::leaks(), 8) << failing;
      if (run) continue;  // it failed while all was put away, or only the estimate did
      ++told;
      EXPECT_EQ(run.error().fault, Fault::runtime) << failing;
      EXPECT_THAT(run.error().message, testing::AnyOf(HasSubstr("paper tore"), HasSubstr("no NVIDIA driver")))
          << failing;
    }
    EXPECT_GT(told, calls / 3);
  }
}

// A process for each rank, here a thread: every one has its own rank's memory only.
TEST(NcclMembers, EachWithOneRankRunTogether) {
  constexpr int ranks = 4;
  for (const Programs& programs :
       {native_programs(collective_of(CollectiveKind::all_reduce, ranks)), ring_all_reduce(ranks)}) {
    const Collective& c = programs.collective;
    const auto expected = plain_result(c, programs.partition, DataPattern::index);
    const auto inputs = make_inputs(c, programs.partition, DataPattern::index);
    reset({.gpus = ranks});
    const NcclId id = make_nccl_id().value();
    std::vector<std::string> told(ranks);
    std::vector<std::thread> processes;
    for (Rank rank = 0; rank < ranks; ++rank)
      processes.emplace_back([&, rank] {
        const auto at = static_cast<std::size_t>(rank);
        auto runner = make_nccl_runner(programs, {.id = id, .here = {{rank, rank}}});
        if (!runner) return void(told[at] = runner.error().message);
        std::vector<Memory> mine(ranks);
        mine[at] = inputs[at];
        const Status filled = (*runner)->fill(mine);
        const auto time = (*runner)->run_once(5s);
        const auto outputs = (*runner)->outputs();
        if (!filled || !time || !outputs) return void(told[at] = time ? "no data" : time.error().message);
        if ((*outputs)[at] != expected[at]) told[at] = "wrong data";
        if (!(*outputs)[(at + 1) % ranks].empty()) told[at] = "another rank's data";
      });
    for (std::thread& process : processes) process.join();
    EXPECT_THAT(told, testing::Each("")) << programs.algorithm;
    EXPECT_EQ(paper_cuda::leaks(), 0);
  }
}

// The members of a launched group: the first one checks what all of them have.
TEST(NcclProcesses, CheckNativeCollectivesAndSchedules) {
  constexpr int ranks = 3;
  reset({.gpus = ranks});
  GroupOnCall group{{}};
  for (const Programs& programs :
       {native_programs(collective_of(CollectiveKind::all_reduce, ranks)), ring_all_reduce(ranks)}) {
    const auto run = run_on_nccl_processes(programs, group, {.keep_buffers = true}, once());

    ASSERT_TRUE(run) << run.error().message;
    EXPECT_TRUE(run->checked);
    EXPECT_EQ(run->backend, "nccl");
    EXPECT_EQ(run->where, "3 processes, a rank in each");
    EXPECT_EQ(run->buffers->output.size(), 3u);
  }
}

// What --own-host-ids is for: the result is badged, as that of ranks in one process is.
TEST(NcclProcesses, ThatShareGpusSayHowMany) {
  const auto where = [](int ranks, int gpus) {
    reset({.gpus = gpus});
    GroupOnCall group{{}};
    const auto run = run_on_nccl_processes(ring_all_reduce(ranks), group, {}, once());
    return run ? run->where : run.error().message;
  };
  EXPECT_EQ(where(3, 1), "3 virtual ranks on one GPU, a process for each");
  EXPECT_EQ(where(4, 2), "4 virtual ranks on 2 GPUs, a process for each");
  EXPECT_EQ(where(2, 2), "2 processes, a rank in each");
}

TEST(NcclProcesses, OneThatNeverBeginsIsToldByName) {
  reset({.gpus = 3});
  GroupOnCall group{{}};
  HostOptions options = once();
  options.deadline = 300ms;
  options.absent = {1};

  const auto run = run_on_nccl_processes(ring_all_reduce(3), group, {}, options);

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().fault, Fault::runtime);
  EXPECT_THAT(run.error().message, HasSubstr("300 ms"));
}

TEST(NcclMembers, OneThatNeverJoinsIsAnErrorInTime) {
  const Programs programs = ring_all_reduce(4);
  reset({.gpus = 4});
  const NcclId id = make_nccl_id().value();

  const auto runner =
      make_nccl_runner(programs, {.id = id, .here = {{0, 0}, {1, 1}, {2, 2}}, .deadline = 100ms});

  ASSERT_FALSE(runner);
  EXPECT_EQ(
      runner.error().message,
      "no communicator of 4 ranks within 100 ms: ranks 0, 1, 2 came, and waited for others that did not");
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

// What NCCL before 2.28 has no function for.
TEST(NcclCollective, BlocksMoveByMessagesToo) {
  for (const CollectiveKind kind :
       {CollectiveKind::gather, CollectiveKind::scatter, CollectiveKind::all_to_all})
    for (const int ranks : {1, 2, 5}) {
      const Collective c = collective_of(kind, ranks);
      const Programs programs = native_programs(c);
      const auto inputs = make_inputs(c, programs.partition, DataPattern::index);
      reset({.gpus = ranks});
      NcclMembers members{.id = make_nccl_id().value(), .here = {}};
      for (Rank rank = 0; rank < ranks; ++rank) members.here.push_back({rank, rank});
      CudaCalls cuda;
      NcclCalls nccl;
      NcclCommunicators communicators(cuda, nccl);
      ASSERT_TRUE(communicators.connect(members, ranks));
      std::vector<Memory> from = inputs;
      std::vector<Memory> into = plain_result(c, programs.partition, DataPattern::index);
      const std::vector<Memory> expected = into;
      for (Memory& output : into) std::ranges::fill(output, std::byte{0});
      std::vector<cudaStream_t> streams(static_cast<std::size_t>(ranks));
      ASSERT_TRUE(nccl.ok(ncclGroupStart(), "ncclGroupStart"));
      for (std::size_t rank = 0; rank < streams.size(); ++rank) {
        cudaStreamCreateWithFlags(&streams[rank], 0);
        ASSERT_TRUE(by_messages(nccl, {c, static_cast<Rank>(rank), from[rank].data(), into[rank].data(),
                                       communicators.at(rank), streams[rank]}));
      }
      ASSERT_TRUE(nccl.ok(ncclGroupEnd(), "ncclGroupEnd"));
      ASSERT_TRUE(communicators.settle(std::chrono::steady_clock::now() + 5s));
      for (cudaStream_t stream : streams) {
        EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
        cudaStreamDestroy(stream);
      }
      const Status equal = equal_where_promised(c, programs.partition, into, expected);
      EXPECT_TRUE(equal) << text(c) << ": " << equal.error().message;
    }
}

}  // namespace
}  // namespace commlab
