// The values that a cell can end with, over all orders of its accesses; atomic additions; and the line at
// which a hanging rank stands.

#include "core/script/parser.h"
#include "tests/sim/script/run_script_on.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view head =
    "stream one\nstream two\nstream three\ntensor cell = [0]\ntensor plus = [1]\n"
    "tensor a = [0]\ntensor b = [0]\ntensor c = [0]\n";

std::string read_add_write(std::string_view mine, std::string_view stream) {
  return fmt::format(
      "  copy({0}, cell, stream={1}); add({0}, plus, stream={1}); copy(cell, {0}, stream={1})\n", mine,
      stream);
}

Result<ScriptRun> with_outcomes(const std::string& script, const ScriptElement& of = {0, "cell", 0},
                                std::string_view flavour = "nccl") {
  const Result<Script> parsed = parse_script(script);
  EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().message);
  return run_script(*parsed, plain_machine(2),
                    {.flavour = std::string(flavour), .ranks = 2, .outcomes_of = of});
}

// How often each value occurs; an error if the outcomes cannot be counted.
std::string outcomes(const std::string& steps, const ScriptElement& of = {0, "cell", 0},
                     std::string_view flavour = "nccl") {
  const Result<ScriptRun> run = with_outcomes(std::string(head) + "rank 0:\n" + steps, of, flavour);
  if (!run) return "! " + run.error().message;
  std::map<std::string, int> counts;
  for (const auto& value : run->outcomes) ++counts[value ? fmt::format("{}", *value) : "?"];
  std::vector<std::string> texts;
  for (const auto& [value, count] : counts) texts.push_back(fmt::format("{}x {}", count, value));
  return fmt::format("{}", fmt::join(texts, ", "));
}

// The textbook's numbers: with two writers 2 of 6 orders lose nothing, with three 6 of 90.
TEST(ScriptOutcomes, OfWritersThatReadAddAndWrite) {
  const std::string two = read_add_write("a", "one") + read_add_write("b", "two");

  EXPECT_EQ(outcomes(two), "4x 1, 2x 2");
  EXPECT_EQ(outcomes(two + read_add_write("c", "three")), "48x 1, 36x 2, 6x 3");
}

TEST(ScriptOutcomes, AreFewerWhereSomethingOrdersThem) {
  EXPECT_EQ(outcomes(read_add_write("a", "one") + "  stream_wait(two, one)\n" + read_add_write("b", "two")),
            "1x 2");
  EXPECT_EQ(outcomes(read_add_write("a", "one") + "  synchronize()\n" + read_add_write("b", "two")), "1x 2");
  EXPECT_EQ(outcomes(read_add_write("a", "one") + read_add_write("b", "one")), "1x 2");
}

// add reads, and writes later; nothing can come between the two halves of atomic_add.
TEST(ScriptOutcomes, AnAtomicAdditionIsOneStepAndAnotherIsTwo) {
  EXPECT_EQ(outcomes("  add(cell, plus, stream=one); add(cell, plus, stream=two)\n"), "4x 1, 2x 2");
  EXPECT_EQ(outcomes("  atomic_add(cell, plus, stream=one); atomic_add(cell, plus, stream=two)\n"), "2x 2");
  EXPECT_EQ(outcomes("  atomic_add(cell, plus, stream=one); add(cell, plus, stream=two)\n"), "1x 1, 2x 2");
}

TEST(ScriptOutcomes, OrdersThatDifferElsewhereAreOne) {
  EXPECT_EQ(outcomes("  fill(a, 7, stream=one); fill(cell, 1, stream=two); fill(b, 8, stream=three)\n"),
            "1x 1");
  EXPECT_EQ(outcomes("  fill(cell, 3, stream=one)\n", {1, "cell", 0}), "1x 0") << "a cell of another rank";
}

TEST(ScriptOutcomes, OnTheHostTheStepsHaveOneOrder) {
  EXPECT_EQ(outcomes("  add(cell, plus); add(cell, plus)\n", {0, "cell", 0}, "gloo"), "1x 2");
}

TEST(ScriptOutcomes, SayWhatTheyCannotCount) {
  const std::string both = read_add_write("a", "one") + read_add_write("a", "two");
  EXPECT_THAT(outcomes(both), HasSubstr("! nothing orders add(a, plus, stream=one) in line 10 and"));
  EXPECT_THAT(outcomes("  isend(1, cell) -> h\nrank 1: recv(0, cell)\n"),
              HasSubstr("! line 10: isend(1, cell) is a call between ranks"));
  EXPECT_EQ(outcomes("  fill(cell, 1)\n", {0, "sell", 0}), "! rank 0 has no tensor 'sell'");
  EXPECT_EQ(outcomes("  fill(cell, 1)\n", {0, "cell", 4}), "! 'cell' has no element 4; its length is 1");
  EXPECT_EQ(outcomes("  fill(cell, 1)\n", {7, "cell", 0}), "! there is no rank 7 among 2 ranks");
  EXPECT_EQ(outcomes("  recv(1, 4 B)\n"), "! the script does not end, so its tensors have no final values");
  std::string many;
  for (const char* stream : {"one", "two", "three"})
    for (int i = 0; i < 4; ++i) many += fmt::format("  add(cell, plus, stream={})\n", stream);
  EXPECT_EQ(outcomes(many), "! the accesses to the element have more than 10000 orders");
}

// The two steps may stand anywhere among the rank's steps.
TEST(ScriptOutcomes, AreNotCountedWhereAnyTwoStepsRaceForAnotherElement) {
  for (int before = 0; before < 3; ++before)
    for (int between = 0; between < 3; ++between) {
      std::string steps;
      for (int i = 0; i < before; ++i) steps += "  fill(c, 1, stream=three)\n";
      steps += "  fill(a, 1, stream=one)\n";
      for (int i = 0; i < between; ++i) steps += "  fill(c, 1, stream=three)\n";
      steps += "  copy(b, a, stream=two)\n";

      EXPECT_THAT(outcomes(steps),
                  HasSubstr(fmt::format("! nothing orders fill(a, 1, stream=one) in line {} and copy(b, a, "
                                        "stream=two) in line {}",
                                        10 + before, 11 + before + between)));
    }
}

TEST(ScriptRaces, TwoAtomicAdditionsAreNone) {
  const auto caveat = [](std::string_view first, std::string_view second) {
    return script_run(fmt::format("{}rank 0: {}; {}\n", head, first, second), 2, "nccl").caveat;
  };
  EXPECT_THAT(caveat("atomic_add(cell, plus, stream=one)", "atomic_add(cell, plus, stream=two)"), IsEmpty());
  EXPECT_THAT(caveat("atomic_add(cell, plus, stream=one)", "add(cell, plus, stream=two)"),
              HasSubstr("which adds to it"));
  EXPECT_THAT(caveat("copy(a, cell, stream=one)", "atomic_add(cell, plus, stream=two)"),
              HasSubstr("rank 0 adds to cell"));
}

TEST(ScriptRun, SaysAtWhichLineAHostWaitsForEver) {
  const std::string_view script =
      "tensor t = [7]\nrank 0: compute(1 ms)\nrank 1:\n  recv(0, t)\n  print(\"received\")\n  print(t)\n";

  EXPECT_THAT(script_run(script, 2, "nccl").stands, ElementsAre(0, 6))
      << "the stream stands at recv, in line 4";
  EXPECT_THAT(script_run(script, 2, "gloo").stands, ElementsAre(0, 4));
  EXPECT_THAT(script_run("rank all: barrier()", 2).stands, ElementsAre(0, 0));
}

}  // namespace
}  // namespace commlab
