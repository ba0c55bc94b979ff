// A class's vote from its window to its tally.

#include <gmock/gmock.h>

#include "tests/cli/window_user.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* voting = "--present 7 --window-size 1280x720 --vote --vote-address 127.0.0.1 ";

TEST_F(WindowOfAUser, AVoteIsTalliedWithMisconceptionsAndWithoutNames) {
  const Said said = play(
      "repeat 4\nkey PageDown\nwait\nend\n"
      "vote 12 1, 4, 2\nvote 3 1 2 4\nvote 2 ?\nexpect vote.count 17 answers, 17 phones\n"
      "expect-no vote.bars\nkey PageDown\nexpect vote.bars 1, 4, 2: 12; 1, 2, 4: 3; I don't know: 2\n"
      "key PageDown\nwait\nexpect present.stop 6 of 31\n",
      voting + std::string("--vote-out ") + path("vote.json"));
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("the class votes at http://127.0.0.1:"));
  EXPECT_THAT(said.err, HasSubstr("/t-"));
  EXPECT_THAT(said.err, HasSubstr("the answers of 17 learners: commlab lesson tally "));
  const Said tally = commlab("lesson tally " + path("vote.json") + " --lesson 7");
  EXPECT_EQ(tally.status, 0) << tally.out << tally.err;
  EXPECT_THAT(tally.out, testing::StartsWith("17 learners\n"));
  EXPECT_THAT(tally.out, HasSubstr("17 answered, 12 right at first"));
  EXPECT_THAT(tally.out, HasSubstr("M8  3 of 17  All pairs of GPUs are equally fast."));
  std::filesystem::create_directories(path("in"));
  std::filesystem::rename(path("vote.json"), path("in/vote.json"));
  std::ofstream(path("in/ada.json")) << commlab("lesson export", "XDG_STATE_HOME=" + path("nobody")).out;
  const Said all = commlab("lesson tally " + path("in") + " --lesson 7");
  EXPECT_THAT(all.out, testing::StartsWith("17 learners\n"))
      << "beside a file of somebody who answered nothing";
}

// Guards against a fixed bug: Ctrl-C in the terminal lost the answers of the class, which are written at the
// end.
TEST_F(WindowOfAUser, ASignalClosesTheWindowOfAVoteAndItsAnswersAreWritten) {
  std::ofstream(path("script")) << "repeat 4\nkey PageDown\nwait\nend\n"
                                   "vote 12 1, 4, 2\nshot voted.png\nframes 100000\n";
  for (const char* signal : {"INT", "TERM", "HUP"}) {
    std::filesystem::remove(path("voted.png"));
    const std::string out = path(fmt::format("{}.json", signal));
    const Said said = shell(
        fmt::format("cd {0} && bash -c 'set -m; $COMMLAB window {1} --script script --vote-out {2} & "
                    "while kill -0 $! && [ ! -s voted.png ]; do sleep 0.1; done; kill -{3} $!; wait $!'",
                    folder_.string(), voting, out, signal));
    EXPECT_EQ(said.status, 0) << signal << said.err;
    EXPECT_THAT(said.err, HasSubstr("the answers of 12 learners: commlab lesson tally ")) << signal;
    EXPECT_THAT(commlab("lesson tally " + out + " --lesson 7").out, testing::StartsWith("12 learners\n"));
  }
}

TEST_F(WindowOfAUser, AVoteInAScriptIsWrittenOnlyWhereItIsAskedFor) {
  const Said said = play("vote 1 a\n", voting);
  EXPECT_NE(said.status, 0);
  EXPECT_THAT(said.err, HasSubstr("there is nothing to vote on"));
  EXPECT_THAT(said.err, Not(HasSubstr("the answers of")));
}

TEST_F(WindowOfAUser, AVoteNeedsALessonThatIsPresented) {
  const Said alone = commlab("window --vote");
  EXPECT_EQ(alone.status, 2);
  EXPECT_THAT(alone.err, HasSubstr("--vote: a class votes while lessons are presented: --present LESSON"));
  EXPECT_EQ(commlab("window --present 7 --vote-port 80").status, 2);
  EXPECT_EQ(commlab("window --present 7 --vote --vote-port 65536").status, 2);
  const Said nowhere = play("wait\n", "--present 7 --vote --vote-address nowhere");
  EXPECT_THAT(nowhere.err, HasSubstr("--vote: 'nowhere': expected an IP address"));
}

}  // namespace
}  // namespace commlab
