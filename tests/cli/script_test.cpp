// commlab script, as a user types it.

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"
#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

using testing::HasSubstr;

Said script_said(const std::string& text, const std::string& options = "") {
  return commlab("script - " + options, "printf '" + text + "' |");
}

TEST(ScriptCommand, RunsToTheEnd) {
  const Said said = script_said("tensor x = [rank + 1] * 2\\nrank all: all_reduce(x)\\n", "--ranks 4");

  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out,
              testing::StartsWith("commlab script - --machine dgx-h100 --ranks 4 --flavour gloo\n"));
  EXPECT_THAT(said.out, HasSubstr("done: every rank is through"));
  EXPECT_THAT(said.out, HasSubstr("x float32  [1, 1]  [10, 10]"));
}

TEST(ScriptCommand, SaysNoWhereTheScriptHangs) {
  const Said said = script_said("rank all: send(right, 1 B); recv(left, 1 B)\\n", "--ranks 3");

  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.out, HasSubstr("deadlock"));
  EXPECT_THAT(said.out, HasSubstr("rank 0 -> rank 1 -> rank 2 -> rank 0"));
  EXPECT_THAT(said.out, HasSubstr("culprit: any one of ranks 0 to 2\n"));
}

TEST(ScriptCommand, FindsItsOwnScriptsByName) {
  EXPECT_THAT(commlab("script everyone-sends-first --flavour gloo").out,
              HasSubstr("any one of ranks 0 to 3"));
  EXPECT_EQ(commlab("script everyone-sends-first.script --flavour gloo").status, 1);
  EXPECT_THAT(commlab("script everyone-sends-frist").err, HasSubstr("did you mean everyone-sends-first?"));
}

TEST(ScriptCommand, ASeedShufflesPrintsAndIsSaid) {
  const std::string script = "rank all: print(\"a\"); print(\"b\")\\n";
  EXPECT_THAT(script_said(script, "--ranks 3 --seed 7").out, HasSubstr(" --seed 7\n"));
  EXPECT_THAT(script_said(script, "--ranks 3 --seed 7 --format json").out, HasSubstr("\"seed\": 7"));
  EXPECT_THAT(script_said(script, "--ranks 3").out, testing::Not(HasSubstr("--seed")));
}

TEST(ScriptCommand, NamesTheLineOfAMistake) {
  const Said said = script_said("rank all: all_redcue(4 B)\\n");

  EXPECT_EQ(said.status, 2);
  EXPECT_EQ(said.err,
            "commlab: standard input, line 1: unknown operation 'all_redcue' (did you mean all_reduce?)\n");
  EXPECT_EQ(commlab("script /nowhere/x").status, 2);
  EXPECT_EQ(script_said("rank all: barrier()\\n", "--flavour glo").err,
            "commlab: unknown flavour 'glo' (did you mean gloo?); there are gloo, nccl, mpi\n");
}

TEST(ScriptCommand, GivesItsRunAsData) {
  const Said said = script_said("tensor x = [1e8, 2]\\ntensor y = empty(1)\\nrank all: reduce(x, dst=1)\\n",
                                "--ranks 2 --flavour nccl --format json");

  const nlohmann::json run = nlohmann::json::parse(said.out);
  EXPECT_EQ(run["outcome"], "done");
  EXPECT_EQ(run["ranks"][1]["tensors"]["x"]["after"], nlohmann::json({2e8, 4}));
  EXPECT_TRUE(run["ranks"][0]["tensors"]["y"]["after"][0].is_null());
}

TEST(ScriptCommand, GivesItsLanesToPerfetto) {
  const ScratchFolder folder;
  const std::string file = (folder / "lanes.json").string();
  const Said said =
      script_said("rank all: all_reduce(4 MB); compute(1 ms)\\n", "--ranks 2 --flavour nccl --trace " + file);
  ASSERT_EQ(said.status, 0) << said.err;

  std::ifstream stream(file);
  const nlohmann::json trace = nlohmann::json::parse(stream);
  int computes = 0;
  for (const nlohmann::json& event : trace["traceEvents"])
    computes += event["ph"] == "X" && event["name"] == "compute(1 ms)" && event["dur"] == 1000.0 ? 1 : 0;
  EXPECT_EQ(computes, 2);
}

TEST(ScriptCommand, MayHaveMoreThan256Ranks) {
  const ScratchFolder folder;
  const std::string script = folder.holding("many.script", "rank all: barrier()\n").string();
  const Said said = commlab("script " + script + " --ranks 512 --machine switch:512,450GB/s,350ns");
  EXPECT_EQ(said.status, 0) << said.err;
}

}  // namespace
}  // namespace commlab
