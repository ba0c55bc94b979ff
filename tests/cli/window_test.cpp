// The window as a user drives it: playing, experiments, lessons, scripts and a quiz.

#include <gmock/gmock.h>

#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "tests/cli/window_user.h"

namespace commlab {
namespace {

using testing::HasSubstr;

TEST_F(WindowOfAUser, OneClickOnTheLargeButtonSetsThingsInMotion) {
  expect_fine(R"(expect now 0
click first-play
frames 60
expect play Pause
expect-no first-play
key Space
expect play Play
)");
}

TEST_F(WindowOfAUser, StepsForwardAndBackLeadToTheSameMoment) {
  for (const char* unit : {"event", "step", "chunk", "rank", "phase"})
    expect_fine("click unit\nclick unit." + std::string(unit) + R"(
select rank 2
select chunk 1
key Right
frames 40
key Left
frames 40
expect now 0
)");
}

TEST_F(WindowOfAUser, TheSliderScrubs) {
  expect_fine(
      "drag time 0.1 0.5\nexpect now 37.3 us\nkey End\nexpect now 74.9 us\nkey Home\nexpect now 0\n",
      "--window-size 1280x800 --view explore");  // a pixel of the slider is a moment, so the width matters
}

TEST_F(WindowOfAUser, WithoutBarsPicturesAndCaptionStayAndAWayBack) {
  expect_fine(R"(key H
expect-no play
expect-no scenario.size
expect way-back H shows the bars
expect caption ~ begins
frames 240
expect-no way-back
key H
expect play Play
expect-no way-back
)");
}

TEST_F(WindowOfAUser, ASmallWindowKeepsPlayAndTheMenu) {
  for (const char* size : {"640 400", "800 600"})
    for (const char* theme : {"dark", "projector"})
      expect_fine("resize " + std::string(size) +
                      "\nclick menu\nexpect menu.play Play or pause\nkey Escape\n" +
                      "key Space\nframes 2\nexpect play Pause\n",
                  "--theme " + std::string(theme));
}

TEST_F(WindowOfAUser, AShareOfTheRunIsAPlaceToStandAt) {
  expect_fine("expect now 37.5 us\ngo 0%\nexpect now 0\n", "--at 50%");
}

TEST_F(WindowOfAUser, EveryCommandDoesItsWorkWithoutComplaint) {
  std::string script;
  for (const WindowCommand& command : window_commands()) {
    // The first two need a calibrated computer; lesson-commit needs an answer, which the quiz that an earlier
    // command opened does not have.
    const bool needs_more =
        command.name == "measure" || command.name == "sweep-measured" || command.name == "lesson-commit";
    const bool takes_long = command.name == "export-movie";
    if (needs_more || takes_long || command.name == "quit") continue;
    // A share, because a quiz shows a run of any length.
    script += "go 50%\ncommand " + std::string(command.name) + "\nwait\nexpect-no notice\nkey Escape\n";
  }
  expect_fine(script);
}

TEST_F(WindowOfAUser, EveryCommandStandsInTheMenuAndAmongTheKeysThatWorkThere) {
  std::string menu = "command menu\nframes 3\n", help = "command help\nframes 3\n";
  for (const WindowCommand& command : window_commands()) {
    menu += fmt::format("expect menu.{} {}\n", command.name, command.title);
    const std::string keys = keys_text(command, Settings{}, KeyPlace::anywhere);
    EXPECT_TRUE(command.place != KeyPlace::anywhere || !keys.empty()) << command.name;
    if (!keys.empty()) help += fmt::format("expect help.{} {}\n", command.name, keys);
  }
  expect_fine(menu + "key Escape\n" + help);
}

TEST_F(WindowOfAUser, TheBarRunsAnotherExperiment) {
  expect_fine(R"(click scenario.collective
click scenario.collective.broadcast
wait
expect scenario.collective broadcast
expect-no notice
click scenario.ranks
type 3
key Enter
wait
expect scenario.ranks 3
expect-no notice
)");
}

// The whole of a lesson: predict, commit, run, compare, ask why, change one thing, see the result, open the
// next lesson. The field that is needed next has the keyboard without a click.
TEST_F(WindowOfAUser, ALessonIsPlayedFromStartToEndInTheDarkAndOnAProjector) {
  for (const char* look : {"--theme dark", "--theme projector --window-size 1920x1080"})
    expect_fine(R"(expect lesson.step ~ 1 of
expect predict-first Predict first
expect-no now
expect caption ~ Predict first
click lesson.unknown
wait
type 1, 2, 4
key Return
wait
expect lesson.text ~ Kept.
command lesson-hint
wait
expect lesson.text ~ Hint: Size over bandwidth
key Tab
frames 3
type 5 ms
key Enter
wait
expect-no predict-first
expect play Pause
expect lesson.feedback.1 wrong: 1, 2, 4 / 1, 4, 2
expect lesson.feedback.2 wrong: 5 ms / 53.3 ms
key Ctrl+Right
wait
expect lesson.step ~ 2 of
select link gpu0-gpu1
frames 2
expect lesson.answer link gpu0-gpu1
key Enter
wait
expect lesson.feedback.3 ~ wrong
select link gpu0-gpu2
frames 2
key Enter
wait
expect lesson.feedback.3 ~ right
key Tab
frames 3
type 1,7,4
key Enter
wait
expect lesson.text ~ Check: solved
expect-no notice
click lesson.next
wait
expect lesson.step ~ 3 of
click lesson.unknown
wait
expect lesson.text ~ You skipped this
command lesson-answer
key B
frames 2
expect lesson.choice.b on
key Enter
wait
expect lesson.text ~ PCI Express joins
key A
frames 2
key Enter
wait
expect-no notice
)",
                "--lesson 7 " + std::string(look));
}

TEST_F(WindowOfAUser, TheListTellsOfALessonAndOpensIt) {
  expect_fine(R"(expect lessons.7 Three copies, three times
key Down
key Enter
wait
expect lesson.title 1  Ranks, devices, launch
)",
              "--lesson");
}

TEST_F(WindowOfAUser, AScriptTypesOnlyIntoAFieldThatHasTheKeyboard) {
  const Said said = play("type 3\n");
  EXPECT_EQ(said.status, 2);
  EXPECT_THAT(said.err, HasSubstr("no field has the keyboard"));
  const Said help = commlab("window --script help");
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("key Enter commits them"));
}

TEST_F(WindowOfAUser, AScriptThatHangsShowsTheCircleAndItsCulprit) {
  std::ofstream(path("ring.script")) << "ranks 4\nrank all: send(right, 16 B); recv(left, 16 B)\n";
  expect_fine(R"(expect listing ~ rank 0 line 2
key End
expect caption ~ Deadlock
expect lanes.r0.host ~ 2 send
expect lanes.wait.4 ~ rank
expect outcome ~ Culprit
)",
              path("ring.script") + " --flavour gloo");
}

TEST_F(WindowOfAUser, AnExperimentIsTypedWithoutAMouse) {
  expect_fine(R"(key N
type broadcast --machine hcm8 --algorithm chain --size 8MiB
key Enter
wait
expect-no notice
expect scenario.collective broadcast
expect scenario.machine hcm8
key N
type broadcast --machine hmc8
key Enter
wait
expect notice ~ hcm8
)");
}

TEST_F(WindowOfAUser, AWrongFieldIsToldAndTheRunStays) {
  expect_fine(R"(click scenario.size
type lots
key Enter
wait
expect notice ~ 'lots'
expect finish 74.9 us
)");
}

TEST_F(WindowOfAUser, ASlowedLinkMakesTheRunLongerAndIsMendedAgain) {
  expect_fine(R"(select link gpu0-gpu1
command run
wait
click scenario.more
type --slow gpu0-gpu1:4x
key Enter
wait
expect-no notice
expect finish 254 us
key Backspace
wait
expect finish 74.9 us
)");
}

TEST_F(WindowOfAUser, GoesToTimesAndConditions) {
  expect_fine(R"(key G
type 20us
key Enter
expect now 20.0 us
key G
type rank 3 complete
key Enter
expect-no notice
key /
type rank 3
key Enter
expect-no notice
key G
type when pigs fly
key Enter
expect notice ~ pigs
)");
}

// The same seed gives the same questions; answers are typed as in a lesson.
TEST_F(WindowOfAUser, AQuizIsPlayedBesideItsPictures) {
  expect_fine(R"(wait
expect lesson.title ~ Quiz, from lesson 12
expect predict-first Predict first
command lesson-answer
type I don't know
key Enter
wait
expect-no predict-first
command lesson-next
wait
command lesson-answer
type I don't know
key Enter
wait
command lesson-next
frames 3
expect quiz.right 0 of 2
expect quiz.again.0 ~ Ring all-reduce
click quiz.again.0
wait
expect lesson.title ~ Ring all-reduce
expect lesson.step 1 of 7
)",
              "--quiz 12 --quiz-seed 3");
  EXPECT_EQ(play("wait\n", "all_reduce --quiz 12").status, 2);
  EXPECT_THAT(play("wait\n", "--quiz 99").err, HasSubstr("99"));
}

// "nan" lies in no range, and failed no comparison: Dear ImGui stopped the program.
TEST_F(WindowOfAUser, NumbersOfAScriptThatAreNoneAreRefused) {
  for (const char* line :
       {"resize nan nan", "frames nan", "wheel timeline nan", "wheel timeline 1e308", "drag time nan inf"}) {
    const Said said = play(std::string(line) + "\n");
    EXPECT_EQ(said.status, 2) << line;
    EXPECT_THAT(said.err, HasSubstr("expected")) << line;
  }
}

TEST_F(WindowOfAUser, AScriptReplacesTheTextOfAFieldAndWritesTimesWithBlanks) {
  expect_fine(R"(key N
type all_gather
key Ctrl+A
type broadcast --machine hcm8
expect type.field broadcast --machine hcm8
key Escape
go 60 us
expect now 60.0 us
)");
}

// The last row of the table was below the window's edge.
TEST_F(WindowOfAUser, EveryKeyOfTheTableIsInTheWindow) {
  expect_fine("key ?\nhover help.quit\nhover help.unit\nexpect help.quit Ctrl+Q\n", "--window-size 1280x720");
}

TEST_F(WindowOfAUser, EscapeLeavesAListOfAWhatIfBeforeItLeavesTheWhatIf) {
  expect_fine(R"(repeat 6
key PageDown
end
key W
wait
frames 5
click what-if.link
key Escape
expect what-if.link as it is
key Escape
expect-no what-if.link
)",
              "--present 12");
}

// Digits chose a layout, and threw the learner out of the lesson into an empty one.
TEST_F(WindowOfAUser, DigitsGoToTheOpenQuestionAndAButtonLeadsBackToTheLesson) {
  expect_fine(R"(expect-no lesson.return
click gpu.1
key 1
type 3
expect lesson.answer 13
key Alt+3
expect lesson.return Back to lesson
expect-no lesson.answer
click lesson.return
expect-no lesson.return
expect lesson.answer 13
)",
              "--lesson 6");
}

TEST_F(WindowOfAUser, TheFirstScreenIsCalmAndTheRestAppearsOnRequest) {
  expect_fine(R"(expect first-play Play
expect scenario all_reduce · ring · 4 ranks · 1 MiB
expect headline ~ every rank ends with
expect caption ~ begins
expect-no scenario.size
expect-no speed
expect-no axis
expect-no matrix
expect-no tab.plot
expect-no timeline
click calm.timeline
frames 2
hover timeline
click scenario.change
expect scenario.size 1MiB
key Plus
expect speed ~ slowed
click calm.more
frames 2
hover tab.plot
)",
              "--window-size 1280x720");
}

TEST_F(WindowOfAUser, TheMenuIsSearchedByTyping) {
  expect_fine(R"(key F10
expect menu.play Play or pause
type FILM
expect-no menu.play
expect menu.export-movie ~ film
key Ctrl+A
type layout compare
key Enter
frames 3
expect-no menu.search
expect-no topology
)");
}

}  // namespace
}  // namespace commlab
