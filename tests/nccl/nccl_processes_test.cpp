// A process for each rank, on the paper NCCL: threads stand for the processes.

#include "gpu/net/nccl_processes.h"

#include <stop_token>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/collective/reference.h"
#include "core/programs/native.h"
#include "tests/nccl/nccl_programs.h"

namespace commlab {
namespace {

using testing::MatchesRegex;

// Each process, here a thread, has only its own rank's memory.
TEST(NcclMembers, EachWithOneRankRunTogether) {
  constexpr int ranks = 4;
  for (const Programs& programs :
       {native_programs(collective_of(CollectiveKind::all_reduce, ranks)), ring_all_reduce(ranks)}) {
    const Collective& c = programs.collective;
    const auto expected = plain_result(c, programs.partition, DataPattern::index);
    reset({.gpus = ranks});
    const NcclId id = make_nccl_id().value();
    std::vector<std::string> told(ranks);
    std::vector<std::thread> processes;
    for (Rank rank = 0; rank < ranks; ++rank)
      processes.emplace_back([&, rank] {
        const auto at = static_cast<std::size_t>(rank);
        NcclOnCall on_call;
        auto runner = make_nccl_runner(programs, on_call, {.id = id, .here = {{rank, rank}}});
        if (!runner) return void(told[at] = runner.error().message);
        const Status filled = (*runner)->fill(DataPattern::index);
        const auto time = (*runner)->run_once(time_enough);
        const auto check = (*runner)->check(DataPattern::index);
        const auto outputs = (*runner)->outputs();
        if (!filled || !time || !check || !outputs)
          return void(told[at] = time ? "no data" : time.error().message);
        if (!check->wrong.empty() || (*outputs)[at] != expected[at]) told[at] = "wrong data";
        if (!(*outputs)[(at + 1) % ranks].empty()) told[at] = "another rank's data";
      });
    for (std::thread& process : processes) process.join();
    EXPECT_THAT(told, testing::Each("")) << programs.algorithm;
    EXPECT_EQ(paper_cuda::leaks(), 0);
  }
}

TEST(NcclMembers, OneThatNeverJoinsIsAnErrorInTime) {
  const Programs programs = ring_all_reduce(4);
  const auto three_of_four = [&](std::chrono::milliseconds deadline) {
    reset({.gpus = 4});
    NcclOnCall on_call;
    const auto runner = make_nccl_runner(
        programs, on_call,
        {.id = make_nccl_id().value(), .here = {{0, 0}, {1, 1}, {2, 2}}, .deadline = deadline});
    return runner ? Error{"all came"} : runner.error();
  };

  EXPECT_TRUE(says_at_deadline(
      three_of_four, MatchesRegex("no communicator of 4 ranks within [0-9]+ ms: ranks 0, 1, 2 joined, "
                                  "but other ranks did not; if they run, NCCL_DEBUG=INFO tells over which "
                                  "network they look for each other")));
}

// In a launched group the first member checks the results of all members.
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
  EXPECT_EQ(paper_nccl::begun(), ranks);  // each joined once, for both
}

// From the second run on, each rank replays a graph of as many calls as were wanted.
TEST(NcclProcesses, ReplayNcclsOwnCollectivesFromGraphs) {
  for (const CollectiveKind kind : all_collective_kinds)
    for (const int ranks : {1, 2, 3, 5}) {
      const Collective c = collective_of(kind, ranks);
      if (!check(c)) continue;  // one rank has no peer
      reset({.gpus = ranks});
      GroupOnCall group{{}};
      RealRunOptions options = once();
      options.as_graph = true;
      options.calls = 4;
      const auto run = run_on_nccl_processes(native_programs(c), group, {}, options);
      ASSERT_TRUE(run) << text(c) << ": " << run.error().message;
      EXPECT_TRUE(run->checked);
      EXPECT_EQ(run->calls, 4);
    }
}

// The first call, which connects, those that are captured for the timed runs, and one for the last check.
TEST(NcclProcesses, AskNcclOnceForWhatIsReplayed) {
  constexpr int ranks = 3;
  reset({.gpus = ranks});
  GroupOnCall group{{}};
  RealRunOptions options = once();
  options.iterations = 50;
  options.calls = 20;
  options.as_graph = true;
  ASSERT_TRUE(run_on_nccl_processes(native_programs(collective_of(CollectiveKind::all_reduce, ranks)), group,
                                    {}, options));
  EXPECT_EQ(paper_nccl::asked(), ranks * (1 + 20 + 1));
}

// What --own-host-ids is for: the result has the badge of ranks that share a GPU.
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

TEST(NcclProcesses, EndWhenAStopIsAskedFor) {
  reset({.gpus = 3});
  {
    GroupOnCall group{{}};
    RealRunOptions options = once();
    options.iterations = 1'000'000'000;
    std::stop_source stop;
    const std::jthread asks([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      stop.request_stop();
    });
    const auto run = run_on_nccl_processes(native_programs(collective_of(CollectiveKind::all_reduce, 3)),
                                           group, {.stop = stop.get_token()}, options);
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().message, "stopped");
    EXPECT_TRUE(run_on_nccl_processes(ring_all_reduce(3), group, {}, once())) << "by a group of its own";
  }
  EXPECT_EQ(paper_cuda::leaks(), 0);
}

TEST(NcclProcesses, OneThatNeverBeginsIsToldByName) {
  reset({.gpus = 3});
  GroupOnCall group{{}};
  const auto run_without_rank_1 = [&](std::chrono::milliseconds deadline) {
    RealRunOptions options = once(deadline);
    options.absent = {1};
    const auto run = run_on_nccl_processes(ring_all_reduce(3), group, {}, options);
    return run ? Error{"it ended"} : run.error();
  };

  EXPECT_TRUE(says_at_deadline(
      run_without_rank_1, MatchesRegex("no end within [0-9]+ ms: rank 0 waits in round 1 of 4 for 1, 2")));
}

}  // namespace
}  // namespace commlab
