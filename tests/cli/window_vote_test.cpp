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
      "wait\nrepeat 30\nexpect present.stop ~ of\nend\nkey PageDown\nwait\nkey PageDown\nwait\nkey "
      "PageDown\nwait\n"
      "vote 12 4.29\nvote 3 34.3\nvote 2 ?\nexpect vote.count 17 answers, 17 phones\nkey PageDown\n"
      "expect vote.bars ~ 4.29 ms: 12\nkey PageDown\nwait\nexpect-no vote.count\n",
      voting + std::string("--vote-out ") + path("vote.json"));
  ASSERT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("the class votes at http://127.0.0.1:"));
  EXPECT_THAT(said.err, HasSubstr("/t-"));
  EXPECT_THAT(said.err, HasSubstr("the answers of 17 learners: commlab lesson tally "));
  const Said tally = commlab("lesson tally " + path("vote.json") + " --lesson 7");
  EXPECT_EQ(tally.status, 0) << tally.out << tally.err;
  EXPECT_THAT(tally.out, HasSubstr("17 learners"));
  EXPECT_THAT(tally.out, HasSubstr("17 answered"));
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
