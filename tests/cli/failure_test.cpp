// A failure is one sentence for people, and, where JSON is asked for, one document for programs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/cli/output/failure.h"
#include "tests/cli/program.h"
#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

using testing::HasSubstr;

void expect_failure_as_json(const std::string& words) {
  const Said said = commlab(words);
  EXPECT_NE(said.status, 0) << words;
  const nlohmann::json document = nlohmann::json::parse(said.out, nullptr, /*allow_exceptions=*/false);
  ASSERT_TRUE(document.is_object()) << words << ": " << said.out;
  EXPECT_EQ(document.size(), 2u) << words;
  EXPECT_EQ(document["exit_status"], said.status) << words;
  EXPECT_EQ("commlab: " + document["error"].get<std::string>() + "\n", said.err) << words;
}

// All of them were plain text.
TEST(Failures, AreADocumentWhereJsonIsAskedForWhateverWentWrong) {
  for (const std::string words : {"run all_reduce --machine nosuch",
                                  "run all_reduce --nosuch",
                                  "run all_reduce --ranks many",
                                  "run all_reduce extra words",
                                  "run",
                                  "run nonsense",
                                  "sweep all_reduce -b 8G -e 8",
                                  "sweep all_reduce --algorithm nonsense",
                                  "compare",
                                  "compare --reference /nonexistent",
                                  "rank all_reduce --on host",
                                  "verify all_reduce --ranks 0",
                                  "explain all_reduce --size 1nB",
                                  "script nosuch",
                                  "list nonsense",
                                  "machine show nosuch",
                                  "measure copy --on nonsense",
                                  "accuracy /nonexistent",
                                  "run all_reduce --trace /nonexistent/a.json",
                                  "run all_reduce --root"})
    expect_failure_as_json(words + std::string(" --format json"));
  expect_failure_as_json("run all_reduce --format=json --machine nosuch");
  expect_failure_as_json("run all_reduce --machine nosuch --out x.json");
}

TEST(Failures, LeaveStandardOutputAloneWhereNoJsonIsAskedFor) {
  for (const std::string words : {"run all_reduce --machine nosuch", "run all_reduce --nosuch --format csv",
                                  "run all_reduce --nosuch --format text --out x.json"})
    EXPECT_EQ(commlab(words).out, "") << words;
}

// Standard output has one document: a script could read neither of two.
TEST(Failures, NeverFollowADocument) {
  for (const std::string words :
       {"sweep all_reduce -b 8 -e 64", "rank all_reduce --over 8:64", "machine show hcm8"})
    expect_failure_as_json(words + std::string(" --format json --out /nonexistent/x.svg"));
}

TEST(AsksForJson, FollowsTheLastFormatThenTheEnding) {
  const auto asks = [](std::vector<const char*> words) { return asks_for_json(words); };
  EXPECT_TRUE(asks({"commlab", "run", "--format", "json"}));
  EXPECT_TRUE(asks({"commlab", "run", "--format=json"}));
  EXPECT_TRUE(asks({"commlab", "run", "--out", "a.JSON"}));
  EXPECT_FALSE(asks({"commlab", "run", "--out", "a.json", "--format", "csv"}));
  EXPECT_FALSE(asks({"commlab", "run", "--format"}));
  EXPECT_FALSE(asks({"commlab", "json"}));
}

TEST(Help, OfACommandIsWhatItsOptionShows) {
  for (const std::string command : {"run", "sweep", "machine show", "lesson tally", "window"}) {
    const Said help = commlab("help " + command);
    EXPECT_EQ(help.status, 0) << command << help.err;
    EXPECT_EQ(help.out, commlab(command + " --help").out) << command;
  }
  EXPECT_EQ(commlab("help").out, commlab("--help").out);
}

TEST(Help, OfATypoSaysWhatIsNear) {
  const Said said = commlab("help swep");
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("unknown command 'swep' (did you mean sweep?); there are run, sweep,"));
  EXPECT_THAT(commlab("help machine shwo").err, HasSubstr("unknown command 'shwo' (did you mean show?)"));
}

}  // namespace
}  // namespace commlab
