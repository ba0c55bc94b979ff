// What scripts compute: the leftovers, orders and roundings that were observed in the libraries.

#include "core/collective/narrow_float.h"
#include "tests/sim/script/run_script_on.h"

namespace commlab {
namespace {

using testing::ElementsAre;

// Sources: gloo at cc44198, run on 4 processes; NCCL's src/device/reduce.h; Open MPI 4.1.4.
TEST(ScriptReduce, LeavesBehindWhatTheLibraryLeaves) {
  const std::string_view text = "tensor x = ones(1)\nrank all: reduce(x, dst=0)";

  const ScriptRun gloo = script_run(text, 4, "gloo");
  const ScriptRun nccl = script_run(text, 4, "nccl");
  const ScriptRun mpi = script_run(text, 4, "mpi");

  const std::vector<double> partial_sums = {4, 3, 2, 1};
  const std::vector<double> root_alone = {4, 1, 1, 1};
  for (Rank rank = 0; rank < 4; ++rank) {
    EXPECT_THAT(after(gloo, rank, "x"), ElementsAre(partial_sums[static_cast<std::size_t>(rank)]));
    EXPECT_THAT(after(nccl, rank, "x"), ElementsAre(root_alone[static_cast<std::size_t>(rank)]));
    EXPECT_THAT(after(mpi, rank, "x"), ElementsAre(root_alone[static_cast<std::size_t>(rank)]));
  }
}

TEST(ScriptReduce, LeavesASecondFourWhereGloosRootIsTwo) {
  const ScriptRun run = script_run(
      "tensor x = ones(1)\ntensor y = ones(8)\nrank all: reduce(x, dst=2); reduce(y, dst=2)", 4, "gloo");

  EXPECT_THAT(after(run, 0, "x"), ElementsAre(4));
  EXPECT_THAT(after(run, 1, "x"), ElementsAre(3));
  EXPECT_THAT(after(run, 2, "x"), ElementsAre(4));
  EXPECT_THAT(after(run, 3, "x"), ElementsAre(1));
  EXPECT_THAT(after(run, 0, "y"), ElementsAre(4, 4, 1, 1, 2, 2, 3, 3));
  EXPECT_THAT(after(run, 1, "y"), ElementsAre(3, 3, 4, 4, 1, 1, 2, 2));
  EXPECT_THAT(after(run, 2, "y"), ElementsAre(4, 4, 4, 4, 4, 4, 4, 4));
  EXPECT_THAT(after(run, 3, "y"), ElementsAre(1, 1, 2, 2, 3, 3, 4, 4));
}

TEST(ScriptValue, AWholeNumberIsWrittenInFull) {
  EXPECT_EQ(script_value_text(DataType::float16, 30000), "30000");
  EXPECT_EQ(script_value_text(DataType::bfloat16, 29952), "29952");
  EXPECT_EQ(script_value_text(DataType::float32, 1e8), "100000000");
  EXPECT_EQ(script_value_text(DataType::float16, 0.1), "0.1");
  EXPECT_EQ(script_value_text(DataType::float8_e5m2, 0.3125), "0.31");
  EXPECT_EQ(script_value_text(DataType::uint64, 0x1p60), "1152921504606846976");
}

// 65504 is float16's largest number, and 6e-8 its smallest. NCCL divides before it sums, so a large mean is
// finite and a tiny one is 0.
TEST(ScriptAverage, OfHalvesIsDividedBeforeItIsSummed) {
  const ScriptRun run = script_run(
      "tensor large float16 = [30000]\ntensor large_mean float16 = [30000]\n"
      "tensor tiny float16 = [6e-8]\ntensor tiny_mean float16 = [6e-8]\n"
      "rank all: all_reduce(large); all_reduce(large_mean, op=avg); all_reduce(tiny); all_reduce(tiny_mean, "
      "op=avg)",
      4, "nccl");

  for (Rank rank = 0; rank < 4; ++rank) {
    EXPECT_THAT(after(run, rank, "large"), ElementsAre(std::numeric_limits<double>::infinity()));
    EXPECT_THAT(after(run, rank, "large_mean"), ElementsAre(30000));
    EXPECT_THAT(after(run, rank, "tiny"), ElementsAre(testing::DoubleNear(2.4e-7, 0.02e-7)));
    EXPECT_THAT(after(run, rank, "tiny_mean"), ElementsAre(0));
  }
}

constexpr std::string_view cancelling =
    "tensor one on 0, 2 = [1e8 * (1 - rank)]\ntensor one on 1, 3 = [1]\n"
    "tensor x on 0, 2 = [1e8 * (1 - rank)] * 8\ntensor x on 1, 3 = [1] * 8\n"
    "tensor four on 0, 2 = [1e8 * (1 - rank)] * 4\ntensor four on 1, 3 = [1] * 4\n";

// gloo and Open MPI as run on 4 processes; the ring as in the model. The exact sum is 2.
TEST(ScriptAllReduce, AddsInTheOrderOfItsAlgorithm) {
  const std::string text =
      std::string(cancelling) + "rank all: all_reduce(one); all_reduce(x); all_reduce(four, algorithm=ring)";

  const ScriptRun gloo = script_run(text, 4, "gloo");
  const ScriptRun mpi = script_run(text, 4, "mpi");

  for (Rank rank = 0; rank < 4; ++rank) {
    EXPECT_THAT(after(gloo, rank, "one"), ElementsAre(0));
    EXPECT_THAT(after(gloo, rank, "x"), ElementsAre(0, 0, 1, 1, 0, 0, 1, 1));
    EXPECT_THAT(after(gloo, rank, "four"), ElementsAre(1, 0, 1, 0));
    EXPECT_THAT(after(mpi, rank, "one"), ElementsAre(0));
    EXPECT_THAT(after(mpi, rank, "x"), testing::Each(0));
  }
}

TEST(ScriptAllReduce, TellsTheOrderOfItsSums) {
  const ScriptRun run = script_run(std::string(cancelling) + "rank all: all_reduce(x)", 4, "gloo");

  ASSERT_EQ(run.sums.size(), 8U);
  EXPECT_EQ(run.sums[0].order, "r0 + (r1 + (r2 + r3))");
  EXPECT_EQ(run.sums[2].order, "r1 + (r2 + (r3 + r0))");
  EXPECT_EQ(run.sums[2].value, 1);
}

// The value of "(r1 + r2) + r0", where r0, r1, ... are the ranks' numbers. Reads the text that it has used
// up off its beginning.
float added_up(std::string_view& text, const std::vector<float>& of_ranks) {
  const auto term = [&] {
    if (text.starts_with("(")) {
      text.remove_prefix(1);
      const float sum = added_up(text, of_ranks);
      text.remove_prefix(1);
      return sum;
    }
    const std::size_t length = std::min(text.size(), text.find_first_of(" )"));
    const int rank = std::stoi(std::string(text.substr(1, length - 1)));
    text.remove_prefix(length);
    return of_ranks.at(static_cast<std::size_t>(rank));
  };
  float sum = term();
  while (text.starts_with(" + ")) {
    text.remove_prefix(3);
    sum += term();
  }
  return sum;
}

// Every reduction tells its sums. A sum that is added in the order that is told has the value.
TEST(ScriptSums, HaveTheValueOfTheOrderThatIsTold) {
  struct Reduction {
    std::string_view call;
    std::string_view result;
    bool scatters;
  };
  for (const Reduction& reduction :
       {Reduction{"all_reduce(x)", "x", false}, Reduction{"reduce(x, dst=1)", "x", false},
        Reduction{"reduce_scatter(out, in)", "out", true}})
    for (const std::string_view flavour : {"gloo", "nccl", "mpi"})
      for (int ranks = 2; ranks <= 8; ++ranks) {
        SCOPED_TRACE(fmt::format("{} by {} on {} ranks", reduction.call, flavour, ranks));
        const ScriptRun run =
            script_run(fmt::format("tensor in = [0.1 * (rank + 1) + 1000 * i * rank] * 2 * ranks\n"
                                   "tensor x = [0.1 * (rank + 1) + 1000 * i * rank] * 2 * ranks\n"
                                   "tensor out = empty(2)\nrank all: {}\n",
                                   reduction.call),
                       ranks, flavour);

        ASSERT_EQ(run.sums.size(), static_cast<std::size_t>(2 * ranks));
        for (std::size_t i = 0; i < run.sums.size(); ++i) {
          std::vector<float> summands;
          for (Rank rank = 0; rank < ranks; ++rank)
            summands.push_back(static_cast<float>(after(run, rank, "in")[i]));
          std::string_view order = run.sums[i].order;
          EXPECT_EQ(run.sums[i].element, static_cast<std::int64_t>(i));
          EXPECT_EQ(run.sums[i].value, static_cast<double>(added_up(order, summands))) << run.sums[i].order;
          const Rank owner = reduction.scatters ? static_cast<Rank>(i / 2) : 1;
          EXPECT_EQ(run.sums[i].value, after(run, owner, reduction.result)[reduction.scatters ? i % 2 : i]);
        }
      }
}

TEST(ScriptBitwise, CombinesWholeNumbersAndRefusesOthers) {
  const std::string_view text = "tensor x int32 = [12 + rank]\nrank all: all_reduce(x, op=band)";

  EXPECT_THAT(after(script_run(text, 4, "gloo"), 0, "x"), ElementsAre(12));
  EXPECT_EQ(outcome(script_run(text, 4, "nccl")), "error");

  const ScriptRun floats = script_run("tensor x = [1]\nrank all: all_reduce(x, op=band)", 2, "gloo");
  EXPECT_EQ(outcome(floats), "error");
  ASSERT_FALSE(floats.prints.empty());
  EXPECT_EQ(floats.prints[0].text, "ValueError: Cannot use ReduceOp.BAND with non-integral dtype");
}

// Rank 1 receives half of rank 0's elements; elements that were never written stay unknown.
TEST(ScriptTensors, AreUnknownUntilSomebodyWrites) {
  const ScriptRun run = script_run(
      "tensor x on 0 = [1, 2, 3, 4]\ntensor y on 1 = empty(4)\nrank 0: send(1, x[1..2])\nrank 1: recv(0, "
      "y[0..1])",
      2);

  const std::vector<double> got = after(run, 1, "y");
  EXPECT_EQ(got[0], 2);
  EXPECT_EQ(got[1], 3);
  EXPECT_TRUE(std::isnan(got[2]) && std::isnan(got[3]));
}

// The contents of tensors are known at every moment, not only before and after.
TEST(ScriptWrites, TellWhatATensorHoldsAfterEachOperation) {
  const ScriptRun run = script_run(
      "tensor x = ones(2)\ntensor y = empty(2)\nrank all: all_reduce(x); compute(5 us); all_reduce(x); "
      "copy(y, x)",
      2, "gloo");
  ASSERT_TRUE(run.writes_known);
  ASSERT_EQ(run.writes.size(), 6u);

  const auto x_of_rank_1 = [&](Time t) { return contents_at(run, t)[2].values; };
  EXPECT_THAT(x_of_rank_1({}), ElementsAre(1, 1));
  EXPECT_THAT(x_of_rank_1(run.writes[0].at - Time{1}), ElementsAre(1, 1));
  EXPECT_THAT(x_of_rank_1(run.writes[0].at), ElementsAre(2, 2));
  EXPECT_THAT(x_of_rank_1(run.writes[2].at - Time{1}), ElementsAre(2, 2));
  EXPECT_THAT(x_of_rank_1(run.writes[2].at), ElementsAre(4, 4));
  EXPECT_THAT(contents_at(run, run.writes[2].at - Time{1})[3].known, testing::Each(false));
  EXPECT_THAT(contents_at(run, run.finish)[3].values, ElementsAre(4, 4));
}

// The recorded writes lead from the first contents to the last: no change is missing.
TEST(ScriptWrites, LeadFromTheBeginningToTheEnd) {
  for (const char* flavour : {"gloo", "nccl", "mpi"}) {
    ScriptRun run = script_run(
        "tensor x = [rank, 1, 2, 3]\ntensor y = empty(4)\n"
        "rank all: reduce(x, dst=1); all_reduce(x); all_gather(y, x[0..0]); add(x, y); fill(y, 7)\n"
        "rank 0: send(1, x[0..1])\nrank 1: recv(0, y[2..3])",
        4, flavour);
    const std::vector<ScriptTensor> tensors = run.tensors;
    run.finish += Time{1};  // so that contents_at() must apply the writes
    const std::vector<ScriptContents> last = contents_at(run, run.finish - Time{1});
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      EXPECT_EQ(last[i].known, tensors[i].after_known) << flavour << " " << i;
      for (std::size_t e = 0; e < last[i].values.size(); ++e) {
        if (!last[i].known[e]) continue;
        EXPECT_EQ(last[i].values[e], tensors[i].after[e]) << flavour << " " << i;
      }
    }
  }
}

TEST(ScriptWrites, AreLeftOutWhereTheyWouldBeTooMany) {
  const ScriptRun run = script_run("tensor x = ones(150000)\nrank all: all_reduce(x)", 2, "gloo");
  EXPECT_FALSE(run.writes_known);
  EXPECT_TRUE(run.writes.empty());
}

}  // namespace
}  // namespace commlab
