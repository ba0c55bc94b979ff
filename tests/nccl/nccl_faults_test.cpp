// What the nccl backend cannot do, and what goes wrong, on the paper NCCL: every failing call is reported and
// leaves nothing behind; a rank that does not come gives an error in time.

#include "gpu/nccl/nccl_backend.h"

#include <stop_token>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/programs/native.h"
#include "core/programs/programs_for.h"
#include "tests/nccl/nccl_programs.h"

namespace commlab {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::MatchesRegex;

TEST(NcclBackend, MoreRanksThanGpusAreToldWhereElseToGo) {
  reset({.gpus = 2});
  const auto run = run_on_nccl(ring_all_reduce(4), {}, once());
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().fault, Fault::runtime);
  EXPECT_EQ(
      run.error().message,
      "nccl: 4 ranks, but only 2 GPUs here, and NCCL needs a GPU for each rank of a process; use --ranks 2, "
      "or --on cuda, where ranks share a GPU, or one process for each rank: commlab launch -n 4 "
      "--own-host-ids -- ...");
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
  EXPECT_THAT(run_on_nccl(*nvls, {}, once()).error().message, HasSubstr("NCCL has only messages"));
}

TEST(NcclBackend, ARankThatNeverComesIsAnErrorInTime) {
  const auto without_rank_3 = [](const Programs& programs) {
    return [&programs](std::chrono::milliseconds deadline) {
      RealRunOptions options = once(deadline);
      options.absent = {3};
      reset({.gpus = 4});
      const auto run = run_on_nccl(programs, {}, options);
      return run ? Error{"it ended"} : run.error();
    };
  };
  const Programs native = native_programs(collective_of(CollectiveKind::all_reduce, 4));
  const Programs ours = ring_all_reduce(4);

  EXPECT_TRUE(
      says_at_deadline(without_rank_3(native),
                       MatchesRegex("no end within [0-9]+ ms: rank 3 never arrived; rank 0 waits in "
                                    "all_reduce; rank 1 waits in all_reduce; rank 2 waits in all_reduce")));
  EXPECT_EQ(paper_cuda::leaks(), 0);
  EXPECT_TRUE(says_at_deadline(
      without_rank_3(ours), ContainsRegex("^no end within [0-9]+ ms: rank 3 never arrived; rank 0 waits in "
                                          "round 1 of 6 for 1, 3")));
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

// Between two runs, and while ranks wait for one that never comes. The communicators are aborted, so the next
// run joins anew.
TEST(NcclBackend, EndsWhenAStopIsAskedFor) {
  const Programs native = native_programs(collective_of(CollectiveKind::all_reduce, 4));
  const Programs ours = ring_all_reduce(4);
  for (const Programs* programs : {&native, &ours})
    for (const std::vector<Rank>& absent : {std::vector<Rank>{}, std::vector<Rank>{3}}) {
      reset({.gpus = 4});
      {
        NcclOnCall on_call;
        RealRunOptions options = once(time_enough);
        options.iterations = 1'000'000'000;
        options.absent = absent;
        std::stop_source stop;
        const std::jthread asks([&] {
          std::this_thread::sleep_for(std::chrono::milliseconds(100));
          stop.request_stop();
        });
        const auto began = std::chrono::steady_clock::now();
        const auto run = run_on_nccl(*programs, on_call, {.stop = stop.get_token()}, options);
        ASSERT_FALSE(run);
        EXPECT_EQ(run.error().message, "stopped");
        EXPECT_EQ(run.error().fault, Fault::runtime);
        EXPECT_LT(std::chrono::steady_clock::now() - began, time_enough / 2);
        const auto next = run_on_nccl(*programs, on_call, {}, once());
        EXPECT_TRUE(next) << next.error().message;
      }
      EXPECT_EQ(paper_cuda::leaks(), 0);
    }
}

// Freeing memory would wait for the hanging work: the paper CUDA aborts the program then.
TEST(NcclBackend, AGpuThatHangsIsToldAndLeftAlone) {
  const auto hanging = [](std::chrono::milliseconds deadline) {
    reset({.gpus = 2}, {.hangs = true});
    const auto run = run_on_nccl(ring_all_reduce(2), {}, once(deadline));
    reset({});
    return run ? Error{"it ended"} : run.error();
  };

  EXPECT_TRUE(
      says_at_deadline(hanging, MatchesRegex("no end within [0-9]+ ms: rank 0 waits in round 1 of 2 for 1.*"
                                             "; the aborted work did not end, so a GPU hangs")));
}

// The first replay hangs.
TEST(NcclBackend, AGraphThatHangsIsToldAndLeftAlone) {
  const auto hanging = [](std::chrono::milliseconds deadline) {
    reset({.gpus = 2, .hanging_launch = 0});
    RealRunOptions options = once(deadline);
    options.as_graph = true;
    const auto run = run_on_nccl(native_programs(collective_of(CollectiveKind::all_reduce, 1)), {}, options);
    reset({});
    return run ? Error{"it ended"} : run.error();
  };

  EXPECT_TRUE(says_at_deadline(hanging, MatchesRegex("no end within [0-9]+ ms: rank 0 waits in all_reduce.*"
                                                     "; the aborted work did not end, so a GPU hangs")));
}

TEST(NcclBackend, ARankThatFailsElsewhereEndsTheRun) {
  for (const int kernels : {0, 1, 4, 9}) {
    reset({.gpus = 4}, {.lost_after = kernels});
    const auto run = run_on_nccl(ring_all_reduce(4), {}, once());
    ASSERT_FALSE(run);
    EXPECT_THAT(
        run.error().message,
        MatchesRegex("an NCCL operation of rank [0-3] on GPU [0-3] \\(paper\\) failed: paper tore "
                     "\\(at the second fold\\), at nccl_communicators.cpp:[0-9]+; NCCL warned: a fold "
                     "gave way"));
    EXPECT_EQ(paper_cuda::leaks(), 0);
  }
}

// Each call fails in turn: the error names it; no crash, no hang, and no wrong result that is called right.
// Objects whose release failed may be left.
TEST(NcclBackend, WhicheverCallFailsIsTold) {
  const Programs native = native_programs(collective_of(CollectiveKind::all_reduce, 3));
  for (const auto& [programs, as_graph] :
       {std::pair(native, false), std::pair(ring_all_reduce(3), false),
        std::pair(native_programs(collective_of(CollectiveKind::all_reduce, 1)), true)}) {
    RealRunOptions options = once();
    options.as_graph = as_graph;
    reset({.gpus = 3});
    ASSERT_TRUE(run_on_nccl(programs, {}, options));
    const int calls = paper_cuda::calls();
    ASSERT_GT(calls, 50);
    int told = 0;
    for (int failing = 0; failing < calls; ++failing) {
      reset({.gpus = 3, .failing_call = failing});
      const auto run = run_on_nccl(programs, {}, options);
      EXPECT_LE(paper_cuda::leaks(), 8) << failing;
      if (run) continue;  // only the cleaning up failed, or only the estimate
      ++told;
      EXPECT_EQ(run.error().fault, Fault::runtime) << failing;
      EXPECT_THAT(run.error().message, testing::AnyOf(HasSubstr("paper tore"), HasSubstr("no NVIDIA driver")))
          << failing;
    }
    EXPECT_GT(told, calls / 3);
  }
}

}  // namespace
}  // namespace commlab
