// Scripts of thousands of ranks: every rank has its own program, but a collective's time needs no list of all
// its messages.

#include "tests/sim/script/run_script_on.h"

namespace commlab {
namespace {

// A ring has 2 n (n - 1) messages: the record of a collective with more than a million is not kept.
TEST(ScriptOfManyRanks, TakesTheTimeOfTheFormula) {
  for (const int ranks : {2, 256, 512, 1024, 4096}) {
    const ScriptRun run = script_run("rank all: all_reduce(8 MiB, algorithm=ring)", ranks, "mpi");

    const Time of_a_chunk = nanoseconds((8 << 20) / ranks);  // at 1 GB/s
    EXPECT_EQ(outcome(run), "done");
    EXPECT_EQ(run.finish, 2 * (ranks - 1) * (microseconds(1) + of_a_chunk)) << ranks;
    EXPECT_EQ(run.transfers_known, ranks <= 512) << ranks;
    EXPECT_EQ(run.trace.transfers.size(), ranks <= 512 ? 2 * ranks * (ranks - 1) : 0) << ranks;
  }
}

// Either all messages are known or none: those of many small collectives are as many as those of a large one.
TEST(ScriptOfManyRanks, KeepsAllMessagesOrNone) {
  constexpr int a_call = 2 * 128 * 127;
  for (const int calls : {30, 31}) {
    const ScriptRun run = script_run(
        fmt::format("rank all:\n  for k in 1..{}: all_reduce(8 MiB, algorithm=ring)", calls), 128, "mpi");

    EXPECT_EQ(outcome(run), "done");
    ASSERT_EQ(run.calls.size(), static_cast<std::size_t>(calls));
    EXPECT_EQ(run.transfers_known, calls * a_call <= 1'000'000) << calls;
    EXPECT_EQ(run.trace.transfers.empty(), !run.transfers_known);
    for (const ScriptCall& call : run.calls) EXPECT_EQ(call.transfers.empty(), !run.transfers_known);
  }
}

// Half of the ranks wait for the other half: that is explained without a sentence for each pair.
TEST(ScriptOfManyRanks, IsExplainedIfItHangs) {
  const ScriptRun run = script_run("rank even: barrier()\nrank odd: recv(left, 1 B)", 4096);

  EXPECT_EQ(outcome(run), "deadlock");
  EXPECT_TRUE(run.culprit);
  EXPECT_FALSE(run.cycle.empty());
  EXPECT_LT(run.waits.size(), 150'000U);
  for (Rank rank = 0; rank < 4096; ++rank)
    EXPECT_TRUE(std::ranges::count(run.waits, rank, &ScriptWait::rank) > 0) << rank;
}

TEST(ScriptOfManyRanks, HasABound) {
  const Result<ScriptRun> run = try_script("rank all: barrier()", 4097);

  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().message,
            "4097 ranks; a script has from 1 to 4096, each with a program of its own: run it with fewer, as "
            "--ranks 4096, or run one collective alone, without a script");
}

}  // namespace
}  // namespace commlab
