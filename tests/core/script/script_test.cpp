// The script language: what it accepts, and what it says about mistakes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/script/parser.h"
#include "core/script/program.h"
#include "core/script/script.h"

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
  EXPECT_EQ(
      complaint("tensor x = [1, 2]\nrank 0: send(1, x[1..2])"),
      "line 2: x[1..2] is not within its 2 elements; they are numbered from 0, and both ends are included");
  EXPECT_EQ(complaint("all_reduce(4 B)"),
            "line 1: 'all_reduce' stands outside of a rank's program; write 'rank all: all_reduce(...)'");
  EXPECT_EQ(complaint("rnak all: barrier()"),
            "line 1: a line cannot begin with 'rnak' (did you mean rank?); expected ranks, number, tensor, "
            "group, stream, "
            "rank, flavour, machine, communicators, launch or sms");
  EXPECT_EQ(complaint("rank all:\n"),
            "line 1: nothing follows the ':'; expected statements, or an indented block");
  EXPECT_THAT(complaint("rank all: all_reduce(4 B"),
              HasSubstr("line 1: found the end of the line; expected ','"));
  EXPECT_THAT(complaint("group pair = 0, 1\nrank 2: barrier(group=pair)"),
              HasSubstr("rank 2 is not in group 'pair'"));
}

// What a script says about its library's calls may use its numbers, wherever they stand.
TEST(Script, SaysWhatCallsCost) {
  const ScriptCallSettings said = program(
                                      "communicators warm, slots * 64 KiB\nlaunch cost\nsms taken of 132\n"
                                      "number slots = 8\nnumber cost = 20 us\nnumber taken = 24",
                                      2)
                                      .calls;
  EXPECT_EQ(said.communicators, ScriptCommunicators::warm);
  EXPECT_EQ(said.buffered, KiB(512));
  EXPECT_EQ(said.launch, microseconds(20));
  EXPECT_EQ(said.sms_of_a_call, 24);
  EXPECT_EQ(said.sms, 132);
  EXPECT_EQ(program("communicators cold", 2).calls.communicators, ScriptCommunicators::cold);

  const ScriptCallSettings unsaid = program("rank all: barrier()", 2).calls;
  EXPECT_EQ(unsaid.communicators, ScriptCommunicators::unsaid);
  EXPECT_FALSE(unsaid.buffered);
  EXPECT_FALSE(unsaid.launch);
  EXPECT_EQ(unsaid.sms, 0);
}

TEST(Script, SaysWhatIsWrongWithTheCostsOfCalls) {
  EXPECT_EQ(complaint("communicators hot"), "line 1: found 'hot'; expected warm or cold");
  EXPECT_EQ(complaint("communicators"), "line 1: found the end of the line; expected warm or cold");
  EXPECT_EQ(complaint("communicators cold warm"), "line 1: found 'warm'; expected the end of the line");
  EXPECT_EQ(complaint("communicators cold\ncommunicators warm"),
            "line 2: there is a line 'communicators' already; expected one");
  EXPECT_EQ(complaint("communicators warm, 8"), "line 1: a number where a size is expected, as in 4 MB");
  EXPECT_EQ(complaint("communicators warm, -1 B"), "line 1: a size from 0 to 1 TB is expected");
  EXPECT_EQ(complaint("launch 5"), "line 1: a number where a time is expected, as in 2 ms");
  EXPECT_EQ(complaint("launch 5 us\n\nlaunch 6 us"),
            "line 3: there is a line 'launch' already; expected one");
  EXPECT_EQ(complaint("sms 20"), "line 1: found the end of the line; expected 'of', as in 'sms 20 of 132'");
  EXPECT_EQ(complaint("sms 20 of 132\nsms 0 of 132"), "line 2: there is a line 'sms' already; expected one");
  EXPECT_EQ(complaint("sms 20 us of 132"), "line 1: a time where a number of SMs is expected");
  for (const auto& [taken, all] :
       {std::pair(133, 132), std::pair(-1, 132), std::pair(0, 0), std::pair(1, 1001)})
    EXPECT_EQ(complaint(fmt::format("sms {} of {}", taken, all)),
              fmt::format("line 1: sms {} of {}; expected 0 or more of the 1 to 1000 that a GPU has, as in "
                          "'sms 20 of 132'",
                          taken, all));
}

// A group's calls go on comm, or on the stream that it names, which may be declared below it.
TEST(Script, PutsTheCallsOfAGroupOnAStream) {
  const ScriptProgram p =
      program("group usual = 0, 1\ngroup own = 0, 1 on side\ngroup same = all on comm\nstream side", 4);

  ASSERT_EQ(p.groups.size(), 4U);
  for (const ScriptRankGroup& group : p.groups)
    EXPECT_EQ(p.streams[static_cast<std::size_t>(group.stream)], group.name == "own" ? "side" : "comm");
  EXPECT_THAT(p.groups[2].members, ElementsAre(0, 1));
  EXPECT_EQ(complaint("stream side\ngroup own = all on sied"),
            "line 2: unknown stream 'sied' (did you mean side?)");
  EXPECT_EQ(
      complaint("group own = all on compute"),
      "line 1: the stream 'compute' is for computing; expected another one for the calls of group 'own'");
  EXPECT_EQ(complaint("group own = all on"),
            "line 1: found the end of the line; expected the stream of the group's calls");
}

TEST(Script, MessagesOfAGroupHaveBothEndsInIt) {
  EXPECT_EQ(
      complaint("group pair = 0, 1\nrank 0: send(1, 1 B, group=pair)\nrank 1: recv(0, 1 B, group=pair)"), "");
  EXPECT_EQ(complaint("group pair = 0, 1\nrank 2: send(1, 1 B, group=pair)"),
            "line 2: rank 2 is not in group 'pair'");
  EXPECT_EQ(complaint("group pair = 0, 1\nrank 0: send(2, 1 B, group=pair)"),
            "line 2: rank 2, the other end, is not in group 'pair'");
}

// Loops and choices in a group are unrolled: every rank starts its own messages as one.
TEST(Script, UnrollsLoopsInAGroup) {
  const ScriptProgram p = program(
      "rank all:\n"
      "  group -> h:\n"
      "    for k in 1..ranks-1:\n"
      "      if (rank + k) % ranks == 0: isend(0, 4 B)\n"
      "      else: isend((rank + k) % ranks, 1 B)\n"
      "  wait(h)\n",
      4);

  for (Rank rank = 0; rank < 4; ++rank) {
    const std::vector<ScriptStep>& its = p.of_rank[static_cast<std::size_t>(rank)].steps;
    ASSERT_EQ(its.size(), 2U);
    EXPECT_EQ(its[0].what, "group: for k: if: isend(0, 4 B), else: isend((rank + k) % ranks, 1 B)");
    ASSERT_EQ(its[0].parts.size(), 3U);
    for (int k = 1; k < 4; ++k) {
      const ScriptStep& part = its[0].parts[static_cast<std::size_t>(k - 1)];
      EXPECT_EQ(part.peer, (rank + k) % 4);
      EXPECT_EQ(part.payload.bytes(), Bytes{part.peer == 0 ? 4 : 1});
    }
  }
  EXPECT_EQ(complaint("rank all:\n  group:\n    for k in 0..1: compute(1 ms)"),
            "line 3: a group can hold only messages and collectives, not compute(1 ms)");
  EXPECT_EQ(complaint("rank all:\n  group:\n    if rank == 0: isend(1, 1 B) -> h\n"),
            "line 3: a group has one handle for everything in it; write '-> h' after it");
  EXPECT_EQ(complaint("rank all:\n  group:\n    batch: isend(right, 1 B)\n"),
            "line 3: a group can hold only messages and collectives, not another one");
}

TEST(Script, RefusesToGrowWithoutEnd) {
  EXPECT_THAT(complaint("rank all:\n  for k in 0..1000000000:\n    compute(1 ns)"), HasSubstr("more than"));
  EXPECT_THAT(complaint("rank all:\n  group:\n    for k in 0..1000000000: isend(right, 1 B)"),
              HasSubstr("more than"));
  EXPECT_THAT(complaint("tensor x = empty(1000000000)"), HasSubstr("elements"));
  EXPECT_THAT(complaint("rank all: compute(" + std::string(500, '(') + "1 ms"), HasSubstr("brackets"));
  EXPECT_THAT(complaint("tensor x = [" + std::string(5000, '-') + "1]"), HasSubstr("signs in a row"));
}

}  // namespace
}  // namespace commlab
