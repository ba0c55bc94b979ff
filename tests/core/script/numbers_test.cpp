// A script's own numbers, which can be set from outside, and choices between statements.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/script/numbers.h"
#include "core/script/parser.h"
#include "core/script/program.h"
#include "core/script/script.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> lines_done(std::string_view text, Rank rank, int ranks = 4) {
  const Result<Script> script = parse_script(text);
  if (!script) return {"! " + script.error().message};
  const Result<ScriptProgram> program = program_of(*script, ranks);
  if (!program) return {"! " + program.error().message};
  std::vector<std::string> all;
  for (const ScriptStep& step : program->of_rank[static_cast<std::size_t>(rank)].steps)
    all.push_back(step.what);
  return all;
}

Time computed(std::string_view text) {
  const Result<Script> script = parse_script(text);
  EXPECT_TRUE(script) << (script ? "" : script.error().message);
  const Result<ScriptProgram> program = program_of(*script, 2);
  EXPECT_TRUE(program) << (program ? "" : program.error().message);
  return program ? program->of_rank[0].steps.at(0).duration : Time{};
}

TEST(ScriptNumbers, StandWhereverANumberMay) {
  EXPECT_EQ(computed("number m = 4\nnumber whole = 8 ms\nrank all: compute(whole / m)\n"), milliseconds(2));
  EXPECT_EQ(computed("number m = 4\nnumber each = 8 ms / m\nrank m - 4: compute(each)\n"), milliseconds(2));
  EXPECT_THAT(lines_done("number size = 4 MB\nrank 0..ranks-1: all_reduce(size)\n", 1),
              ElementsAre("all_reduce(size)"));
}

TEST(ScriptNumbers, AreSetInTheText) {
  constexpr std::string_view script =
      "# m\nnumber m = 16   # micro-batches\nnumber mm=1\nrank all: sleep(m us)\n";

  EXPECT_EQ(with_number(script, "m", "64"),
            "# m\nnumber m = 64   # micro-batches\nnumber mm=1\nrank all: sleep(m us)\n");
  EXPECT_EQ(with_number(script, "mm", "2"),
            "# m\nnumber m = 16   # micro-batches\nnumber mm=2\nrank all: sleep(m us)\n");
  EXPECT_EQ(with_number(script, "n", "2"), std::nullopt);
  EXPECT_EQ(*with_numbers("number a = 1\nnumber b = 2 ms", {"b=3 ms", "a=4"}),
            "number a = 4\nnumber b = 3 ms");
}

TEST(ScriptNumbers, WhatAScriptIsMadeForIsSetLikewise) {
  EXPECT_EQ(with_opening("machine hcm8\nrank all: barrier()\n", "machine", "dgx1"),
            "machine dgx1\nrank all: barrier()\n");
  EXPECT_EQ(with_opening("ranks 4\nrank 0: barrier()", "ranks", "8"), "ranks 8\nrank 0: barrier()");
  EXPECT_EQ(with_opening("rank all: barrier()", "ranks", "8"), "rank all: barrier()");
}

TEST(ScriptNumbers, SayWhatCannotBe) {
  EXPECT_EQ(with_numbers("number size = 1\n", {"sise=2"}).error().message,
            "the script has no number 'sise' (did you mean size?); it has size");
  EXPECT_EQ(with_numbers("rank all: barrier()\n", {"m=2"}).error().message,
            "the script has no number 'm'; it has no numbers at all");
  EXPECT_THAT(with_numbers("number m = 1\n", {"m"}).error().message, HasSubstr("as in m=64"));
  EXPECT_THAT(with_numbers("number m = 1\n", {"m=1\nrank all: barrier()"}).error().message,
              HasSubstr("has no value after the '='"));
  EXPECT_THAT(lines_done("number rank = 1\n", 0), ElementsAre("! line 1: there is a number 'rank' already"));
  EXPECT_THAT(lines_done("number m = 1\nnumber m = 2\n", 0),
              ElementsAre("! line 2: there is a number 'm' already"));
  EXPECT_THAT(lines_done("number m = left\n", 0)[0], HasSubstr("line 1: 'left' is not a number"));
  EXPECT_THAT(lines_done("number m = 1 ms\ntensor x = [m]\n", 0)[0],
              HasSubstr("a time where a plain number"));
  EXPECT_THAT(lines_done("number m = 1\ntensor m = [1]\n", 0)[0], HasSubstr("'m' is the name of a number"));
}

TEST(ScriptCondition, ChoosesByNumbers) {
  constexpr std::string_view script =
      "number early = 1\n"
      "rank all:\n"
      "  if early == 1: compute(1 ms); sleep(1 ms)\n"
      "  else:\n"
      "    barrier()\n"
      "  for k in 0..2:\n"
      "    if k % 2 != 0: sleep(2 ms)\n"
      "  if rank >= 2: print(\"high\")\n"
      "  else: print(\"low\")\n";

  EXPECT_THAT(lines_done(script, 0),
              ElementsAre("compute(1 ms)", "sleep(1 ms)", "sleep(2 ms)", "print(\"low\")"));
  EXPECT_THAT(lines_done(script, 2),
              ElementsAre("compute(1 ms)", "sleep(1 ms)", "sleep(2 ms)", "print(\"high\")"));
  EXPECT_THAT(lines_done(*with_number(script, "early", "0"), 0),
              ElementsAre("barrier()", "sleep(2 ms)", "print(\"low\")"));
  EXPECT_THAT(lines_done("rank all: if 4 MB < 5 MB: barrier()\n", 0), ElementsAre("barrier()"));
  EXPECT_THAT(lines_done("rank all: if 4 ms <= 3 ms: barrier()\n", 0), IsEmpty());
}

TEST(ScriptCondition, SaysWhatCannotBe) {
  EXPECT_THAT(lines_done("rank all: if rank: barrier()\n", 0)[0], HasSubstr("expected a comparison"));
  EXPECT_THAT(lines_done("rank all: if rank == 1 ms: barrier()\n", 0)[0],
              HasSubstr("line 1: a number and a time cannot be compared"));
  EXPECT_THAT(lines_done("rank all:\n  else: barrier()\n", 0)[0],
              HasSubstr("no 'if' stands above this else"));
  EXPECT_THAT(lines_done("rank all:\n  if rank == 0:\n  barrier()\n", 0)[0],
              HasSubstr("nothing follows the ':'"));
  EXPECT_THAT(lines_done("rank all: if nobody == 0: barrier()\n", 0)[0],
              HasSubstr("'nobody' is not a number"));
}

}  // namespace
}  // namespace commlab
