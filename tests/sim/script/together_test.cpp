// What runs at the same time in a script shares links and SMs: collectives of several groups, and computing
// beside calls.

#include "tests/sim/script/ring_of_two.h"
#include "tests/sim/script/run_script_on.h"

namespace commlab {
namespace {

// With no cost of calls, everything that the hosts enqueue first begins at 0.
constexpr std::string_view at_once = "launch 0 us\nstream a\nstream b\nstream c\n";

Time end_of(const ScriptRun& run, Rank rank, std::string_view what) {
  Time end;
  for (const ScriptSpan& span : run.spans)
    if (span.rank == rank && span.kind != ScriptSpan::Kind::waits && span.what.starts_with(what))
      end = std::max(end, span.end);
  EXPECT_GT(end, Time{}) << what;
  return end;
}

TEST(ScriptTogether, OneCollectiveTakesItsTime) {
  EXPECT_EQ(script_run(std::string(at_once) + "rank all: all_reduce(8 MB)", 2, "nccl").finish, alone);
}

// Together, they take as long as the links need for their bytes.
TEST(ScriptTogether, EqualCollectivesShareTheLinks) {
  const std::string two = std::string(at_once) + "group one = all on a\ngroup two = all on b\n";
  const ScriptRun both =
      script_run(two + "rank all: all_reduce(8 MB, group=one) -> h; all_reduce(8 MB, group=two)", 2, "nccl");
  const ScriptRun three = script_run(two +
                                         "group three = all on c\n"
                                         "rank all: all_reduce(8 MB, group=one) -> h; all_reduce(8 MB, "
                                         "group=two) -> i; all_reduce(8 MB, group=three)",
                                     2, "nccl");

  EXPECT_EQ(both.finish, milliseconds(16));
  EXPECT_EQ(three.finish, milliseconds(24));
}

// On one stream they take turns, and each has the links for itself.
TEST(ScriptTogether, CollectivesOfOneStreamTakeTurns) {
  for (const char* const stream : {"", " on a", " on comm"}) {
    const std::string groups = fmt::format("group one = all{0}\ngroup two = all{0}\n", stream);
    EXPECT_EQ(script_run(std::string(at_once) + groups +
                             "rank all: all_reduce(8 MB, group=one) -> h; all_reduce(8 MB, group=two)",
                         2, "nccl")
                  .finish,
              2 * alone)
        << stream;
  }
}

// Asynchronous calls of a library on the host run at the same time, too.
TEST(ScriptTogether, CallsOnTheHostShareTheLinks) {
  for (const std::string_view flavour : {"gloo", "mpi"})
    EXPECT_EQ(
        script_run("rank all: all_reduce(8 MB, algorithm=ring) -> h; all_reduce(8 MB, algorithm=ring) -> i; "
                   "wait(h); wait(i)",
                   2, flavour)
            .finish,
        milliseconds(16));
}

TEST(ScriptTogether, GroupsThatShareNoLinkDoNotSlowEachOtherDown) {
  const ScriptRun run = script_run(std::string(at_once) +
                                       "group low = 0, 1\ngroup high = 2, 3\n"
                                       "rank 0, 1: all_reduce(8 MB, group=low)\n"
                                       "rank 2, 3: all_reduce(8 MB, group=high)",
                                   4, "nccl");

  for (const Time through : run.through) EXPECT_EQ(through, alone);
}

// Both at 1 / (8/8.002 + 4/4.002) of their speed, until the smaller one has ended after 4.002 ms of its own
// time; the larger one has then done as much, and does the other 4 ms alone.
TEST(ScriptTogether, TheLargerCollectiveEndsAlone) {
  const ScriptRun run =
      script_run(std::string(at_once) +
                     "group one = all on a\ngroup two = all on b\n"
                     "rank all: all_reduce(8 MB, group=one) -> h; all_reduce(4 MB, group=two)",
                 2, "nccl");
  const Time first = times(microseconds(4002), 8000, 8002) + milliseconds(4);

  EXPECT_EQ(end_of(run, 0, "all_reduce(4 MB"), first);
  EXPECT_EQ(run.finish, first + milliseconds(4));
}

// The second begins 2 ms after the first: until then the first is alone.
TEST(ScriptTogether, ACollectiveIsSlowedFromTheMomentAnotherBegins) {
  const ScriptRun run =
      script_run(std::string(at_once) +
                     "group one = all on a\ngroup two = all on b\n"
                     "rank all: all_reduce(8 MB, group=one) -> h; sleep(2 ms); all_reduce(8 MB, "
                     "group=two)",
                 2, "nccl");
  const Time first_left = alone - milliseconds(2);

  EXPECT_EQ(end_of(run, 0, "all_reduce(8 MB, group=one"), milliseconds(2) + times(first_left, 16000, 8002));
  EXPECT_EQ(run.finish, milliseconds(2) + times(first_left, 16000, 8002) + milliseconds(2));
}

// Messages of a collective keep to its pace: within its time, in their order, with all their bytes.
TEST(ScriptTogether, MessagesOfASlowedCollectiveTakeLonger) {
  const ScriptRun run =
      script_run(std::string(at_once) +
                     "group one = all on a\ngroup two = all on b\n"
                     "rank all: all_reduce(8 MB, group=one) -> h; all_reduce(8 MB, group=two)",
                 2, "nccl");

  ASSERT_EQ(run.calls.size(), 2U);
  for (const ScriptCall& call : run.calls) {
    ASSERT_EQ(call.transfers.size(), 4U);
    for (const std::int32_t t : call.transfers) {
      const Transfer& transfer = run.trace.transfers[static_cast<std::size_t>(t)];
      EXPECT_TRUE(transfer.start == Time{} || transfer.start == milliseconds(8));
      EXPECT_EQ(transfer.end - transfer.start, milliseconds(8));
      EXPECT_LE(transfer.sent, transfer.end);
    }
  }
}

// While a call of 8.002 ms takes 20 of 132 SMs, computing goes on with the other 112.
TEST(ScriptTogether, ComputingBesideACallTakesLonger) {
  for (const auto& [taken, all] :
       {std::pair(0, 132), std::pair(20, 132), std::pair(66, 132), std::pair(1, 3)}) {
    const ScriptRun run = script_run(
        fmt::format("launch 0 us\nsms {} of {}\nrank all: all_reduce(8 MB) -> h; compute(10 ms); wait(h)",
                    taken, all),
        2, "nccl");

    EXPECT_EQ(end_of(run, 0, "compute"), milliseconds(10) + times(alone, taken, all)) << taken;
    EXPECT_EQ(run.finish, milliseconds(10) + times(alone, taken, all)) << taken;
    EXPECT_EQ(end_of(run, 1, "all_reduce"), alone);
  }
}

TEST(ScriptTogether, ComputingStandsStillBesideACallThatTakesAll) {
  const ScriptRun run = script_run(
      "launch 0 us\nsms 132 of 132\nrank all: all_reduce(8 MB) -> h; compute(10 ms); wait(h)", 2, "nccl");

  EXPECT_EQ(run.finish, alone + milliseconds(10));
}

// A call that never ends, and has all SMs, leaves the computing unfinished for ever.
TEST(ScriptTogether, ComputingBesideACallThatNeverEndsMayNotEndEither) {
  for (const auto& [taken, ends] : {std::pair(131, true), std::pair(132, false)}) {
    const ScriptRun run = script_run(
        fmt::format("launch 0 us\nsms {} of 132\nrank 0: all_reduce(8 MB) -> h; compute(10 ms)", taken), 2,
        "nccl");

    EXPECT_EQ(outcome(run), "deadlock");
    EXPECT_EQ(run.finish, ends ? milliseconds(1320) : Time{}) << taken;
    for (const ScriptSpan& span : run.spans) {
      EXPECT_LE(span.end, run.finish) << span.what;
      if (span.lane == ScriptLane::compute) {
        EXPECT_EQ(span.unfinished, !ends);
      }
    }
  }
}

// Without a line about SMs, nothing is taken from anybody.
TEST(ScriptTogether, ComputingIsLeftAloneUnlessTheScriptSaysSo) {
  const ScriptRun run =
      script_run("launch 0 us\nrank all: all_reduce(8 MB) -> h; compute(10 ms); wait(h)", 2, "nccl");

  EXPECT_EQ(run.finish, milliseconds(10));
}

// A kernel that waits for another rank takes its SMs as well.
TEST(ScriptTogether, ACallTakesSmsWhileItWaits) {
  const ScriptRun run = script_run(
      "launch 0 us\nsms 33 of 132\nrank 0: all_reduce(8 MB) -> h; compute(40 ms); wait(h)\n"
      "rank 1: sleep(12 ms); all_reduce(8 MB)",
      2, "nccl");

  EXPECT_EQ(run.finish, milliseconds(40) + times(milliseconds(12) + alone, 1, 4));
}

// Where the script counts SMs, two streams that compute share them.
TEST(ScriptTogether, StreamsShareTheSms) {
  const std::string_view both =
      "launch 0 us\nstream side\n{}rank 0: compute(3 ms); compute(5 ms, stream=side)";
  const ScriptRun counted = script_run(fmt::format(fmt::runtime(both), "sms 0 of 132\n"), 1, "nccl");
  const ScriptRun free = script_run(fmt::format(fmt::runtime(both), ""), 1, "nccl");

  EXPECT_EQ(end_of(counted, 0, "compute(3 ms"), milliseconds(6));
  EXPECT_EQ(counted.finish, milliseconds(8));
  EXPECT_EQ(free.finish, milliseconds(5));
}

// Two calls of 40 SMs fit into 100, and two of 60 do not: the second waits for the first.
TEST(ScriptTogether, ACallWaitsForItsSms) {
  for (const auto& [taken, finish] : {std::pair(40, milliseconds(16)), std::pair(60, 2 * alone)})
    EXPECT_EQ(
        script_run(fmt::format("{}group one = all on a\ngroup two = all on b\nsms {} of 100\n"
                               "rank all: all_reduce(8 MB, group=one) -> h; all_reduce(8 MB, group=two)",
                               at_once, taken),
                   2, "nccl")
            .finish,
        finish)
        << taken;
}

// Two ranks call two collectives in opposite orders. With a stream for each this ends well if both fit on the
// GPU at the same time; on one stream, or without SMs for both, each rank waits for the other.
TEST(ScriptTogether, CallsInOppositeOrdersNeedRoomForBoth) {
  const auto run = [](std::string_view lines) {
    return script_run(fmt::format("launch 0 us\n{}\n"
                                  "rank 0: all_reduce(8 MB, group=one) -> h; all_reduce(8 MB, group=two)\n"
                                  "rank 1: all_reduce(8 MB, group=two) -> h; all_reduce(8 MB, group=one)\n",
                                  lines),
                      2, "nccl");
  };
  const std::string streams = "stream a\nstream b\ngroup one = all on a\ngroup two = all on b";

  EXPECT_EQ(outcome(run(streams)), "done");
  EXPECT_EQ(outcome(run(streams + "\nsms 66 of 132")), "done");
  for (const std::string& lines :
       {streams + "\nsms 67 of 132", std::string("group one = all\ngroup two = all")}) {
    const ScriptRun hangs = run(lines);
    EXPECT_EQ(outcome(hangs), "deadlock") << lines;
    EXPECT_EQ(hangs.cycle.size(), 2U) << lines;
    for (const ScriptSpan& span : hangs.spans)
      if (span.rank == 0 && span.unfinished && span.what == "all_reduce(8 MB, group=one)") {
        EXPECT_EQ(span.lane, ScriptLane::communication);
      }
    ASSERT_TRUE(hangs.culprit);
    EXPECT_THAT(hangs.culprit->why, testing::HasSubstr("all must call in the same order")) << lines;
  }
}

// The host pays for each of its calls, on streams and without them; computing on the host is no call.
TEST(ScriptLaunch, IsPaidForEachCall) {
  const std::string_view text =
      "launch 30 us\nrank all:\n  for k in 1..10: isend(right, 1 B) -> out; irecv(left, 1 B) -> in\n  "
      "compute(1 ms)";
  const ScriptRun gloo = script_run(text, 2, "gloo");
  const ScriptRun nccl = script_run(std::string(text) + "; start(t); stop(t)", 2, "nccl");

  EXPECT_EQ(gloo.through[0], 20 * microseconds(30) + milliseconds(1));
  ASSERT_EQ(nccl.timers.size(), 2U);
  EXPECT_EQ(nccl.timers[0].start, 21 * microseconds(30));
}

// Messages in a group with loops: each expert gets what everyone has for it, and the hot one's port is the
// bottleneck.
TEST(ScriptGroup, OfUnevenMessagesWaitsForTheFullestPort) {
  for (const int ranks : {2, 4, 8})
    for (const int hot : {1, 3}) {
      const ScriptRun run =
          script_run(fmt::format("launch 0 us\nrank all:\n"
                                 "  group:\n"
                                 "    for k in 1..ranks-1:\n"
                                 "      if (rank + k) % ranks == 0: isend(0, {0} MB)\n"
                                 "      else: isend((rank + k) % ranks, 1 MB)\n"
                                 "      if rank == 0: irecv((rank + ranks - k) % ranks, {0} MB)\n"
                                 "      else: irecv((rank + ranks - k) % ranks, 1 MB)\n",
                                 hot),
                     ranks, "nccl");

      EXPECT_EQ(outcome(run), "done");
      EXPECT_EQ(run.finish, (ranks - 1) * hot * milliseconds(1) + microseconds(1)) << ranks << " " << hot;
    }
}

// A choice may leave a group without messages: it is over at once.
TEST(ScriptGroup, MayBeEmpty) {
  for (const std::string_view flavour : {"gloo", "mpi", "nccl"})
    for (const std::string_view group : {"group:", "group -> h:"}) {
      const ScriptRun run = script_run(
          fmt::format("rank all:\n  {}\n    if rank == 7: isend(0, 1 B)\n  print(\"past\")", group), 2,
          flavour);

      EXPECT_EQ(outcome(run), "done");
      EXPECT_EQ(run.prints.size(), 2U);
    }
}

}  // namespace
}  // namespace commlab
