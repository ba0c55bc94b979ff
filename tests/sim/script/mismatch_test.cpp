// Calls that meet but do not fit together, and how each library takes them.

#include "tests/sim/script/run_script_on.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// Different orders of calls: the rank that differs is to blame, and NCCL promises nothing.
TEST(ScriptMismatch, OfOrderBlamesTheOddOneOut) {
  const std::string_view text =
      "tensor x = [rank] * 4\nrank 0, 1: all_reduce(x); broadcast(x)\nrank 2: broadcast(x); all_reduce(x)";
  for (const std::string_view flavour : {"gloo", "nccl", "mpi"}) {
    const ScriptRun run = script_run(text, 3, flavour);

    EXPECT_EQ(outcome(run), "mismatch");
    ASSERT_TRUE(run.culprit);
    EXPECT_EQ(run.culprit->rank, 2);
    EXPECT_EQ(run.culprit->line, 3);
    EXPECT_EQ(run.waits.size(), 4U);  // both others wait for it, and it waits for both
    EXPECT_EQ(run.caveat.empty(), flavour == "gloo");
  }
}

// Different sizes, 64 floats on rank 0 and 128 on the others: gloo at cc44198 was seen to die like this.
TEST(ScriptMismatch, OfSizesKillsGloosRankWithTheShorterTensor) {
  const ScriptRun run = script_run(
      "tensor x on 0 = [1] * 64\ntensor x on others = [1] * 128\nrank all: all_reduce(x)", 4, "gloo");

  EXPECT_EQ(outcome(run), "mismatch");
  EXPECT_EQ(run.culprit->rank, 0);
  ASSERT_EQ(run.prints.size(), 4U);
  EXPECT_THAT(run.prints[0].text, HasSubstr("op.preamble.length <= op.nbytes. 64 vs 32"));
  EXPECT_EQ(run.prints[1].text, "Connection reset by peer");
}

TEST(ScriptMismatch, OfSizesIsOnePossibleOutcomeOfNccl) {
  const ScriptRun run =
      script_run("tensor x on 0 = [1]\ntensor x on 1 = [1, 2]\nrank all: all_reduce(x)", 2, "nccl");

  EXPECT_EQ(outcome(run), "mismatch");
  EXPECT_THAT(run.caveat, HasSubstr("one possible outcome"));
  EXPECT_THAT(run.culprit->why, HasSubstr("8 and 4 bytes"));
}

// Different roots: the call itself returns, the next one hangs.
TEST(ScriptMismatch, OfRootsHangsNcclOneCallLater) {
  const std::string_view text =
      "tensor x = [1]\nrank 0, 1:\n  reduce(x, dst=0)\n  all_reduce(x)\nrank 2:\n  reduce(x, dst=2)\n  "
      "all_reduce(x)";

  const ScriptRun run = script_run(text, 3, "nccl");

  EXPECT_EQ(outcome(run), "mismatch");
  EXPECT_EQ(run.culprit->rank, 2);
  EXPECT_EQ(run.culprit->line, 6);
  ASSERT_EQ(run.calls.size(), 2U);
  EXPECT_TRUE(run.calls[0].matched);
  EXPECT_FALSE(run.calls[1].matched);
  for (const ScriptWait& wait : run.waits) EXPECT_EQ(wait.what, "all_reduce(x)");
}

// A library that compares neither types nor reductions goes on, with unusable numbers.
TEST(ScriptMismatch, OfReductionsGoesUnnoticed) {
  const ScriptRun run =
      script_run("tensor x = [1]\nrank 0: all_reduce(x)\nrank others: all_reduce(x, op=max)", 3, "gloo");

  EXPECT_EQ(outcome(run), "mismatch");
  EXPECT_THAT(run.waits, IsEmpty());
  EXPECT_TRUE(std::isnan(after(run, 1, "x")[0]));
  EXPECT_THAT(run.caveat, HasSubstr("one possible outcome"));
}

// A receive without a send: NCCL's host goes on after the receive, and stops where it reads the tensor.
TEST(ScriptHang, OfAReceiveHoldsNcclWhereItReads) {
  const ScriptRun run = script_run(
      "tensor x = empty(1)\nrank 0:\n  recv(1, x)\n  print(\"on\")\n  print(x)\nrank 1: compute(1 ms)", 2,
      "nccl");

  EXPECT_EQ(outcome(run), "deadlock");
  ASSERT_EQ(run.prints.size(), 2U);
  EXPECT_EQ(run.prints[0].text, "on");
  EXPECT_TRUE(run.prints[1].is_error);  // the watchdog's message; the value is never printed
  const auto held = std::ranges::find_if(
      run.spans, [](const ScriptSpan& s) { return s.unfinished && s.lane == ScriptLane::host; });
  ASSERT_NE(held, run.spans.end());
  EXPECT_EQ(held->line, 5);
  EXPECT_EQ(run.waits[0].line, 3);
}

// Three groups of two ranks, called in a different order on each rank.
TEST(ScriptHang, OfGroupsCalledInRotatedOrderIsACircle) {
  const std::string_view text =
      "group a = 0, 1\ngroup b = 1, 2\ngroup c = 0, 2\ntensor x = [1]\n"
      "rank 0: all_reduce(x, group=a); all_reduce(x, group=c)\n"
      "rank 1: all_reduce(x, group=b); all_reduce(x, group=a)\n"
      "rank 2: all_reduce(x, group=c); all_reduce(x, group=b)\n";
  for (const std::string_view flavour : {"gloo", "nccl", "mpi"}) {
    const ScriptRun run = script_run(text, 3, flavour);

    EXPECT_EQ(outcome(run), "deadlock");
    EXPECT_EQ(run.cycle.size(), 3U);
    EXPECT_THAT(run.culprit->why, HasSubstr("all must call in the same order"));
  }
}

TEST(ScriptError, IsWhatTheLibraryRefuses) {
  const std::string_view average = "tensor x = [1]\nrank all: all_reduce(x, op=avg)";
  const ScriptRun gloo = script_run(average, 2, "gloo");
  EXPECT_EQ(outcome(gloo), "error");
  EXPECT_EQ(gloo.prints[0].text, "RuntimeError: Cannot use ReduceOp.AVG with Gloo");
  EXPECT_EQ(outcome(script_run(average, 2, "nccl")), "done");

  // Wrong shapes, and a list on ranks that are not the source.
  const ScriptRun shapes =
      script_run("tensor x = [1] * 4\ntensor y = empty(4)\nrank all: reduce_scatter(y, x)", 2);
  EXPECT_THAT(shapes.prints[0].text,
              HasSubstr("input tensor must be the same size as output size times world size"));
  const ScriptRun list = script_run("tensor l = [1, 2]\ntensor y = empty(1)\nrank all: scatter(l, y)", 2);
  EXPECT_EQ(outcome(list), "error");
  EXPECT_EQ(list.culprit->rank, 1);
  EXPECT_THAT(list.culprit->why, HasSubstr("must NOT be specified on non-source ranks"));
}

// When one rank dies, the ranks that wait for it lose their connection.
TEST(ScriptError, OfOneRankReachesTheOthers) {
  const ScriptRun run =
      script_run("tensor x = [1]\nrank 0: all_reduce(x, op=avg)\nrank others: all_reduce(x)", 3, "gloo");

  EXPECT_EQ(outcome(run), "error");
  EXPECT_EQ(run.culprit->rank, 0);
  ASSERT_EQ(run.prints.size(), 3U);
  EXPECT_EQ(run.prints[1].text, "Connection reset by peer");
  EXPECT_EQ(run.waits.size(), 2U);
}

}  // namespace
}  // namespace commlab
