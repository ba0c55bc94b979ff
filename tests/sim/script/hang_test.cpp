// Scripts that hang, and what is said about them.

#include "sim/script/flavour.h"
#include "tests/sim/script/run_script_on.h"

namespace commlab {
namespace {

using testing::HasSubstr;

std::string send_first(int bytes) {
  return fmt::format("rank all: send(right, {} B); recv(left, {} B)", bytes, bytes);
}

// Verified on gloo at cc44198 and on Open MPI 4.1.4 over shared memory; for NCCL according to its header.
TEST(ScriptRing, OfThoseWhoSendFirstHangsByFlavourAndSize) {
  for (int ranks = 2; ranks <= 9; ++ranks) {
    EXPECT_EQ(outcome(script_run(send_first(1), ranks, "gloo")), "deadlock") << ranks;
    EXPECT_EQ(outcome(script_run(send_first(4000), ranks, "mpi")), "done") << ranks;
    EXPECT_EQ(outcome(script_run(send_first(4096), ranks, "mpi")), "deadlock") << ranks;
    EXPECT_EQ(outcome(script_run(send_first(1), ranks, "nccl")), "deadlock") << ranks;
    EXPECT_EQ(outcome(script_run("rank all: group: send(right, 1 B), recv(left, 1 B)", ranks, "nccl")),
              "done");
  }
}

TEST(ScriptRing, ThatHangsShowsItsCircle) {
  const ScriptRun run = script_run(send_first(1), 5, "gloo");

  EXPECT_EQ(run.waits.size(), 5U);
  ASSERT_EQ(run.cycle.size(), 5U);
  for (std::size_t i = 0; i < run.cycle.size(); ++i) {
    const ScriptWait& wait = run.waits[static_cast<std::size_t>(run.cycle[i])];
    const ScriptWait& next = run.waits[static_cast<std::size_t>(run.cycle[(i + 1) % run.cycle.size()])];
    EXPECT_EQ(wait.on, next.rank);
    EXPECT_EQ(wait.line, 1);
  }
  ASSERT_TRUE(run.culprit);
  EXPECT_THAT(run.culprit->why, HasSubstr("0 -> 1 -> 2 -> 3 -> 4 -> 0"));
  EXPECT_THAT(run.culprit->alike, testing::ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(name_of(*run.culprit), "any one of ranks 0 to 4");
  ASSERT_EQ(run.prints.size(), 5U);
  EXPECT_EQ(run.prints[0].text, "Timed out waiting 1800000ms for send operation to complete");
  EXPECT_TRUE(run.prints[0].is_error);
}

// A message of 8 kB takes 9 us on this machine, 1 us of it latency.
TEST(ScriptRing, OfEvenAndOddPassesEverywhere) {
  const std::string_view text =
      "rank even: send(right, 8 kB); recv(left, 8 kB)\nrank odd: recv(left, 8 kB); send(right, 8 kB)";
  const Time message = microseconds(9);
  for (int ranks = 2; ranks <= 9; ++ranks)
    for (const std::string_view flavour : {"gloo", "mpi", "nccl"}) {
      const ScriptRun run = script_run(text, ranks, flavour);
      EXPECT_EQ(outcome(run), "done") << ranks << " ranks, " << flavour;
      if (flavour == "nccl") continue;  // its host spends time on calls, too
      EXPECT_EQ(run.finish, (ranks % 2 == 0 ? 2 : 3) * message) << ranks << " ranks, " << flavour;
    }
}

TEST(ScriptRing, WithOneRankReversedTakesARoundForEveryRank) {
  const ScriptRun run = script_run(
      "rank 0: recv(left, 8 kB); send(right, 8 kB)\nrank others: send(right, 8 kB); recv(left, 8 kB)", 6);

  EXPECT_EQ(outcome(run), "done");
  EXPECT_EQ(run.finish, 6 * microseconds(9));
}

TEST(ScriptRing, OfAsynchronousCallsTakesOneRound) {
  const ScriptRun run =
      script_run("rank all: isend(right, 8 kB) -> s; irecv(left, 8 kB) -> r; wait(s); wait(r)", 7);

  EXPECT_EQ(outcome(run), "done");
  EXPECT_EQ(run.finish, microseconds(9));
}

// A rank never calls: the waiting ranks report it, the culprit is silent.
TEST(ScriptHang, NamesTheRankThatNeverCalls) {
  const std::string_view text = "rank 0..2: all_reduce(4 MB)\nrank 3:\n  compute(1 ms)\n  sleep(1 ms)";

  const ScriptRun nccl = script_run(text, 4, "nccl");
  const ScriptRun gloo = script_run(text, 4, "gloo");

  for (const ScriptRun* run : {&nccl, &gloo}) {
    EXPECT_EQ(outcome(*run), "deadlock");
    ASSERT_TRUE(run->culprit);
    EXPECT_EQ(run->culprit->rank, 3);
    EXPECT_EQ(run->culprit->line, 4);
    EXPECT_EQ(run->waits.size(), 3U);
    EXPECT_TRUE(run->cycle.empty());
    EXPECT_EQ(run->prints.size(), 3U);
  }
  EXPECT_EQ(nccl.prints[0].text,
            "[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1, OpType=ALLREDUCE, "
            "NumelIn=1000000, NumelOut=1000000, Timeout(ms)=600000) ran for 600000 milliseconds before "
            "timing out.");
}

TEST(ScriptHang, IsGivenUpItsTimeoutAfterTheCallBegan) {
  for (const Flavour* flavour : {&gloo_flavour, &nccl_flavour})
    for (const std::string_view call : {"all_reduce(4 MB)", "recv(1, 4 B)", "send(1, 4 B)"})
      for (const int ms : {1, 20, 300}) {
        const ScriptRun run =
            script_run(fmt::format("rank 0: compute({} ms); {}", ms, call), 2, flavour->name);
        ASSERT_EQ(run.prints.size(), 1U) << call;
        EXPECT_EQ(run.prints[0].at, flavour->enqueue + milliseconds(ms) + *flavour->timeout) << call;
      }
}

TEST(ScriptHang, OfAReceiveWithoutASendIsSeenAtOnce) {
  const ScriptRun run = script_run("tensor x = [1]\nrank 0: recv(1, x)\nrank 1: compute(1 ms)", 2);

  EXPECT_EQ(outcome(run), "deadlock");
  EXPECT_EQ(run.finish, milliseconds(1));
  ASSERT_EQ(run.waits.size(), 1U);
  EXPECT_EQ(run.waits[0].why,
            "rank 0 waits in line 2, recv(1, x), for a message of rank 1, which has ended after line 3");
  EXPECT_EQ(run.waits[0].on_line, 0);
}

}  // namespace
}  // namespace commlab
