// commlab lesson, as a learner, a teacher and an author use it.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/lesson_users.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class LessonOfAUser : public LessonUsers {};

// Every shipped lesson passes its check, in all its variants.
TEST_F(LessonOfAUser, AllThatAreShippedPassTheirCheck) {
  const Said said = lesson("--check");
  EXPECT_EQ(said.status, 0) << said.out;
}

// Guards against a fixed bug: the line about the run named the busiest link before the question for it.
TEST_F(LessonOfAUser, NamesTheBusiestLinkOnlyAfterTheQuestionForIt) {
  const std::string said =
      lesson("7 --variant 0", "I don't know\nI don't know\nI don't know\n\nshow\nquit\n").out;
  const std::size_t run = said.find("algbw"), asked = said.find("Which link decides"),
                    told = said.find("busiest");
  ASSERT_NE(run, std::string::npos) << said;
  ASSERT_NE(asked, std::string::npos) << said;
  ASSERT_NE(told, std::string::npos) << said;
  EXPECT_LT(run, asked);
  EXPECT_GT(told, asked);
}

TEST_F(LessonOfAUser, IsPlayedFromAPipe) {
  const Said said = lesson(example_ + " --variant 0", R"(4 parsecs
?
4.3 ms
h
I don't know
m

set size = 1 B
hint
set route = 0-7-2
set pieces = 64

)");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("'4 parsecs' cannot be read: the answer is a number in ms, as in 12.5 ms"));
  EXPECT_THAT(said.out, HasSubstr("there is no hint to this question"));
  EXPECT_THAT(said.out, HasSubstr("you said   4.3 ms"));
  EXPECT_THAT(said.out, HasSubstr("it is      53.3 ms"));
  EXPECT_THAT(said.out, HasSubstr("That is the time over 4 NVLinks."));
  EXPECT_THAT(said.out, HasSubstr("12.5 us           an answer")) << "an example of a typed answer";
  EXPECT_THAT(said.out, HasSubstr("'size' cannot be changed here; route, pieces, algorithm can"));
  EXPECT_THAT(said.out, HasSubstr("Who has NVLinks to both 0 and 2?"));
  EXPECT_THAT(said.out, HasSubstr("you said   I don't know"));
  EXPECT_THAT(said.out, HasSubstr("Copies against their size (logarithmic)"));
  EXPECT_THAT(said.out, HasSubstr("over NVLink, by size\n"));
  EXPECT_THAT(said.out, HasSubstr("  400 MB  53.3 ms  7.5 GB/s  <- here"));
  EXPECT_THAT(said.out, HasSubstr("1 MiB: this computer's threads took "));
  EXPECT_THAT(said.out, HasSubstr("next       commlab lesson lists them all"));
  EXPECT_THAT(said.out, HasSubstr("solved     yes, and gold"));
  EXPECT_THAT(said.out, HasSubstr("right      0 of 2 predictions at first, 1 \"I don't know\""));
  EXPECT_THAT(said.out, HasSubstr("solved     1 of 1 check"));
  EXPECT_LT(said.out.find("4.3 ms\n"), said.out.find("53.3 ms")) << "a time is told after its prediction";
}

// A wrong answer was shown as "you said   7" alone, without saying whether it was right.
TEST_F(LessonOfAUser, IsToldThatACheckIsNotSolvedYet) {
  const Said said = lesson("16", "I don't know\ngpu0-gpu1\ngpu2-gpu1\nquit\n");
  EXPECT_THAT(said.out, HasSubstr("you said   gpu0-gpu1  (not yet)\n"));
  EXPECT_THAT(said.out, HasSubstr("you said   gpu2-gpu1\n"));
  EXPECT_THAT(said.out, HasSubstr("(right)"));
}

TEST_F(LessonOfAUser, GoesOnWhereItWasLeft) {
  const Said left = lesson(example_ + " --variant 1", "4.3\nquit\n");
  EXPECT_EQ(left.status, 0) << left.err;
  EXPECT_THAT(left.out, HasSubstr("Your answers are kept. The lesson goes on at step 1."));
  EXPECT_THAT(left.out,
              HasSubstr("  Kept. The result is shown when all predictions of this step are made.\n"));
  EXPECT_THAT(left.out, Not(HasSubstr("  it is ")));
  const Said again = lesson(example_, "a\n\n");
  EXPECT_THAT(again.out, HasSubstr("copies 200 MB"));
  EXPECT_THAT(again.out, HasSubstr("you said   4.3 ms"));
  EXPECT_THAT(again.out, HasSubstr("The input has ended."));
  const Said exported = lesson("export --name Ada");
  EXPECT_THAT(exported.out, HasSubstr("\"name\": \"Ada\""));
  EXPECT_THAT(exported.out, HasSubstr("\"first\": \"4.3\""));
  EXPECT_THAT(exported.out, testing::ContainsRegex("\"answered\": \"20[0-9-]+T[0-9:]+Z\""));
  EXPECT_THAT(exported.out, HasSubstr("\"took_s\": "));
  EXPECT_EQ(lesson("--watch").status, 2);
  EXPECT_EQ(lesson("--check --watch").status, 2);
  EXPECT_THAT(lesson(example_ + " --anew --variant 0", "").out, HasSubstr("copies 400 MB"));
  EXPECT_THAT(lesson("export").out, Not(HasSubstr("4.3")));
}

TEST_F(LessonOfAUser, AScriptIsChangedLineByLine) {
  write("hang.lesson.md", R"(```lesson
id = "hang"
title = "Hang"
minutes = 1
```
## Who waits?
```scene
machine = "switch:2,100GB/s,1us"
flavour = "gloo"
```
```script
ranks 2
tensor x = [rank]
rank 0: send(1, x)
rank 1: barrier()
```
```check
kind = "build"
ask = "Make it end."
allow = ["script"]
expect = done and value(rank 1, x, 0) == 0
```
```solution
script = """
ranks 2
tensor x = [rank]
rank 0: send(1, x)
rank 1: recv(0, x)
"""
```
)");
  EXPECT_EQ(lesson("--check hang.lesson.md").out, "ok      Hang: 1 step, 1 question, 1 min\n");
  const Said said = lesson("hang.lesson.md", "line 9 = x\nline 4 = rank 1: recv(0, x)\n\n");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("line 9: the script has lines 1 to 4"));
  EXPECT_THAT(said.out, HasSubstr("   4  rank 1: recv(0, x)"));
  EXPECT_THAT(said.out, HasSubstr("solved     yes"));
}

// Nobody can predict what an unread program does, so the script is shown before the question.
TEST_F(LessonOfAUser, AScriptIsReadBeforeItIsPredicted) {
  write("sum.lesson.md", R"(```lesson
id = "sum"
title = "Sum"
minutes = 1
```
## What is the sum?
```scene
machine = "switch:2,100GB/s,1us"
flavour = "gloo"
with.root = 1
```
```script
ranks 2
tensor x = [rank + 1]
rank all: reduce(x, dst={root})
```
```predict
ask = "The sum?"
answer = value(rank 1, x, 0)
why = "So."
```
)");
  const Said said = lesson("sum.lesson.md", "3\n\n");
  EXPECT_EQ(said.status, 0) << said.err;
  const std::size_t script = said.out.find("   3  rank all: reduce(x, dst=1)"),
                    machine = said.out.find("machine switch:2,100GB/s,1us, flavour gloo"),
                    question = said.out.find("Predict. The sum?");
  EXPECT_LT(script, machine);
  EXPECT_LT(machine, question);
  EXPECT_NE(question, std::string::npos);
  EXPECT_EQ(said.out.find("reduce(x, dst=1)", script + 30), std::string::npos) << "it is shown only once";
}

TEST_F(LessonOfAUser, ANewOneWorksAtOnce) {
  EXPECT_THAT(lesson("new my-lesson").out, HasSubstr("my-lesson.lesson.md is written"));
  const Said checked = lesson("--check my-lesson.lesson.md");
  EXPECT_EQ(checked.status, 0) << checked.out;
  EXPECT_THAT(checked.out, HasSubstr("3 steps, 3 questions, 10 min (cuts: 4, 10 and 10 min), 2 variants"));
  EXPECT_THAT(lesson("--check --variant 1 my-lesson.lesson.md").out, Not(HasSubstr("variants")));
  EXPECT_THAT(lesson("new my-lesson").err, HasSubstr("my-lesson.lesson.md: there is such a file already"));
  EXPECT_THAT(lesson("new ../evil").err, HasSubstr("a name has lower-case letters, digits and -"));
  EXPECT_EQ(lesson("new").status, 2);
}

// An author sees what step 5 runs without reading the four before it.
TEST_F(LessonOfAUser, AStepsSceneIsShownWithWhatItInherits) {
  const Said experiment = lesson("scene 7 2");
  EXPECT_EQ(experiment.status, 0);
  EXPECT_THAT(experiment.out, testing::AllOf(HasSubstr("run = \"p2p\"\n"), HasSubstr("size = \"{size}\"\n")));
  const Said script = lesson("scene 19 2");
  EXPECT_THAT(script.out,
              testing::AllOf(HasSubstr("flavour = \"gloo\"\n"), HasSubstr("```script\nranks 2\n")));
  EXPECT_THAT(lesson("scene 7 99").err, HasSubstr("step '99': Three copies, three times has steps 1 to 4"));
  EXPECT_THAT(lesson("scene 7").err, HasSubstr("a lesson and the number of a step are expected"));
}

// Where a lesson quotes a part of a table, it names this command.
TEST_F(LessonOfAUser, ATableOfDataIsPrintedWhole) {
  EXPECT_THAT(lesson("data D15").out,
              testing::AllOf(HasSubstr("# caveat: "), HasSubstr("\n128,32,206.1,637.1,23406\n")));
  EXPECT_EQ(lesson("data D99").status, 2);
  EXPECT_THAT(lesson("data").err, HasSubstr("the name of a table is expected"));
}

TEST_F(LessonOfAUser, AQuizAsksWhatHasATag) {
  EXPECT_THAT(lesson("quiz --tag packt --sheet --count 100").out, HasSubstr("PCI Express"));
  EXPECT_THAT(lesson("quiz --tag nothing").err,
              HasSubstr("no question of these lessons is tagged \"nothing\""));
}

TEST_F(LessonOfAUser, ACheckThatFailsSaysWhereAndEndsWithOne) {
  write("bad.lesson.md",
        "```lesson\nid = \"bad\"\ntitle = \"Bad\"\nminutes = 1\n```\n## Step\nIt takes 5 ms.\n");
  const Said said = lesson("--check bad.lesson.md");
  EXPECT_EQ(said.status, 1);
  EXPECT_EQ(said.out,
            "bad.lesson.md:7: '5 ms' is typed in, and no scene has it: compute it, or write {{ 5 ms }}\n"
            "WRONG   Bad: 1 step, 0 questions, 1 min\n");
  write("lonely.lesson.md",
        "```lesson\nid = \"a\"\ntitle = \"A\"\nminutes = 1\nneeds = [\"alpha-bata\"]\n```\n## Step\n");
  EXPECT_THAT(
      lesson("--check lonely.lesson.md").out,
      HasSubstr("lonely.lesson.md:1: needs: there is no lesson 'alpha-bata' (did you mean alpha-beta?)"));
  write("worse.lesson.md", "```lesson\nidd = \"bad\"\n```\n");
  EXPECT_THAT(lesson("--check worse.lesson.md").out,
              HasSubstr("worse.lesson.md:2: unknown key 'idd' in lesson; did you mean id?"));
  EXPECT_EQ(lesson("worse.lesson.md").status, 2);
}

TEST_F(LessonOfAUser, AreListedWithHowFarOneIs) {
  EXPECT_THAT(lesson("").out, HasSubstr("Three copies, three times"));
  EXPECT_THAT(lesson("").out, testing::ContainsRegex("\n +2  Who has what[^\n]*  1 *\n"));
  EXPECT_THAT(lesson("no-such-lesson").err, HasSubstr("there is no lesson 'no-such-lesson'"));
  EXPECT_THAT(lesson("three-copeis").err, HasSubstr("did you mean three-copies?"));
  EXPECT_THAT(lesson("missing.lesson.md").err, HasSubstr("missing.lesson.md: there is no such file"));
  EXPECT_THAT(commlab("list lessons").out, HasSubstr("Three copies, three times"));
}

TEST_F(LessonOfAUser, TheGuideIsShortAndHasEveryBlock) {
  std::ifstream stream(COMMLAB_SOURCE_DIR "/lessons/README.md");
  const std::string guide{std::istreambuf_iterator<char>(stream), {}};
  for (const char* block : {"`lesson`", "`scene`", "`script`", "`predict`", "`check`", "`hint`", "`solution`",
                            "`measure`", "`teacher`", "`view`", "`plot`", "`explore`"})
    EXPECT_THAT(guide, HasSubstr(block));
  EXPECT_LT(std::ranges::count(guide, '\n'), 240);  // short enough for learners, teachers and authors to read
}

}  // namespace
}  // namespace commlab
