// The script language: what it accepts, and what it says about mistakes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/script/parser.h"
#include "core/script/script.h"
#include "core/script/program.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ScriptProgram program(std::string_view text, int ranks) {
  const Result<Script> script = parse_script(text);
  EXPECT_TRUE(script) << (script ? "" : script.error().message);
  Result<ScriptProgram> program = program_of(*script, ranks);
  EXPECT_TRUE(program) << (program ? "" : program.error().message);
  return program ? std::move(*program) : ScriptProgram{};
}

std::string complaint(std::string_view text, int ranks = 4) {
  const Result<Script> script = parse_script(text);
  if (!script) return script.error().message;
  const Result<ScriptProgram> program = program_of(*script, ranks);
  return program ? "" : program.error().message;
}

std::vector<std::string> steps(const ScriptProgram& program, Rank rank) {
  std::vector<std::string> all;
  for (const ScriptStep& step : program.of_rank[static_cast<std::size_t>(rank)].steps)
    all.push_back(step.what);
  return all;
}

TEST(Script, IsReadAloudLineByLine) {
  const ScriptProgram p = program(
      "# Everyone sends to the right first.\n"
      "ranks 4\n"
      "tensor x = [rank + 1] * 4\n"
      "\n"
      "rank 0: isend(1, 4 MB) -> h; compute(2 ms); wait(h)\n"
      "rank 1:\n"
      "  recv(0, 4 MB)   # a comment\n"
      "  compute(1 ms)\n",
      4);

  EXPECT_THAT(steps(p, 0), ElementsAre("isend(1, 4 MB)", "compute(2 ms)", "wait(h)"));
  EXPECT_THAT(steps(p, 1), ElementsAre("recv(0, 4 MB)", "compute(1 ms)"));
  EXPECT_EQ(p.of_rank[1].steps[0].line, 7);
  EXPECT_EQ(p.of_rank[0].steps[0].payload.bytes(), Bytes{4'000'000});
  EXPECT_EQ(p.of_rank[0].steps[1].duration, milliseconds(2));
  EXPECT_THAT(p.of_rank[2].tensors[0].values, ElementsAre(3, 3, 3, 3));
}

TEST(Script, SelectsRanks) {
  const ScriptProgram p = program(
      "rank even: compute(1 ms)\nrank odd: compute(2 ms)\nrank last: compute(3 ms)\n"
      "rank 1..2: compute(4 ms)\nrank 0, 3: compute(5 ms)\nrank all: barrier()\nrank others: sleep(1 ms)",
      5);

  EXPECT_THAT(steps(p, 0), ElementsAre("compute(1 ms)", "compute(5 ms)", "barrier()"));
  EXPECT_THAT(steps(p, 1), ElementsAre("compute(2 ms)", "compute(4 ms)", "barrier()"));
  EXPECT_THAT(steps(p, 4), ElementsAre("compute(1 ms)", "compute(3 ms)", "barrier()"));
}

TEST(Script, OthersAreThoseNobodyNamedBefore) {
  const ScriptProgram p = program("rank 1: compute(1 ms)\nrank others: compute(2 ms)", 3);

  EXPECT_THAT(steps(p, 0), ElementsAre("compute(2 ms)"));
  EXPECT_THAT(steps(p, 1), ElementsAre("compute(1 ms)"));
}

// A ring all-gather; the slices are computed for every turn of the loop.
TEST(Script, UnrollsLoops) {
  const ScriptProgram p = program(
      "tensor x = empty(8)\n"
      "rank all:\n"
      "  for k in 0..ranks-2:\n"
      "    group:\n"
      "      send(right, chunk(x, rank - k, ranks))\n"
      "      recv(left, chunk(x, rank - k - 1, ranks))\n",
      4);

  const std::vector<ScriptStep>& mine = p.of_rank[0].steps;
  ASSERT_EQ(mine.size(), 3U);
  EXPECT_EQ(mine[1].parts[0].payload.first, 6);
  EXPECT_EQ(mine[1].parts[0].payload.elements, 2);
  EXPECT_EQ(mine[1].parts[1].payload.first, 4);
  EXPECT_EQ(mine[1].parts[0].peer, 1);
  EXPECT_EQ(mine[1].parts[1].peer, 3);
}

TEST(Script, CountsElementsWithI) {
  const ScriptProgram p = program("tensor x = [rank + i] * 4\ntensor y on 1 = [1, -2.5, 1e8]", 2);

  EXPECT_THAT(p.of_rank[1].tensors[0].values, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(p.of_rank[1].tensors[1].values, ElementsAre(1, -2.5, 1e8));
  EXPECT_EQ(p.of_rank[0].tensors.size(), 1U);
}

TEST(Script, SaysWhatIsWrongWhere) {
  EXPECT_EQ(complaint("rank all: all_redcue(4 B)"),
            "line 1: unknown operation 'all_redcue' (did you mean all_reduce?)");
  EXPECT_EQ(complaint("tensor grad = [1]\nrank all: all_reduce(gard)"),
            "line 2: unknown tensor 'gard' (did you mean grad?)");
  EXPECT_EQ(complaint("rank all: reduce(4 B, dts=1)"),
            "line 1: reduce has no argument 'dts' (did you mean dst?); expected reduce(x, dst=0, op=sum)");
  EXPECT_EQ(complaint("rank 0: send(4, 1 B)"), "line 1: rank 4 of 4 ranks; they are numbered 0 to 3");
  EXPECT_EQ(complaint("rank 7: barrier()"), "line 1: rank 7 of 4 ranks; they are numbered 0 to 3");
  EXPECT_EQ(complaint("rank 0: send(0, 1 B)"), "line 1: rank 0 sends to itself; a message needs two ranks");
  EXPECT_EQ(complaint("rank 0: wait(h)"), "line 1: unknown handle 'h'; there is none");
  EXPECT_EQ(complaint("rank 0: compute(2)"), "line 1: a number where a time is expected, as in 2 ms");
  EXPECT_EQ(complaint("rank 0: compute(2 mins)"),
            "line 1: found 'mins'; expected a unit (ns, us, ms, s; B, kB, MB, GB, KiB, MiB, GiB)");
  EXPECT_EQ(complaint("tensor x = [1, 2]\nrank 0: send(1, x[1..2])"),
            "line 2: x[1..2] is not within its 2 elements; they are numbered from 0, and both ends are included");
  EXPECT_EQ(complaint("all_reduce(4 B)"),
            "line 1: 'all_reduce' stands outside of a rank's program; write 'rank all: all_reduce(...)'");
  EXPECT_EQ(complaint("rnak all: barrier()"),
            "line 1: a line cannot begin with 'rnak' (did you mean rank?); expected ranks, number, tensor, "
            "group, stream, "
            "rank, flavour or machine");
  EXPECT_EQ(complaint("rank all:\n"),
            "line 1: nothing follows the ':'; expected statements, or an indented block");
  EXPECT_THAT(complaint("rank all: all_reduce(4 B"),
              HasSubstr("line 1: found the end of the line; expected ','"));
  EXPECT_THAT(complaint("group pair = 0, 1\nrank 2: barrier(group=pair)"),
              HasSubstr("rank 2 is not in group 'pair'"));
}

TEST(Script, RefusesToGrowWithoutEnd) {
  EXPECT_THAT(complaint("rank all:\n  for k in 0..1000000000:\n    compute(1 ns)"), HasSubstr("more than"));
  EXPECT_THAT(complaint("tensor x = empty(1000000000)"), HasSubstr("elements"));
  EXPECT_THAT(complaint("rank all: compute(" + std::string(500, '(') + "1 ms"), HasSubstr("brackets"));
  EXPECT_THAT(complaint("tensor x = [" + std::string(5000, '-') + "1]"), HasSubstr("signs in a row"));
}

}  // namespace
}  // namespace commlab
