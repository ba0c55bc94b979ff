// One learner in one lesson: what is locked, what is told, and what is said about their predictions.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/check/checker.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/play/measured_here.h"
#include "lessons/play/player.h"
#include "tests/lessons/player_of.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(Player, TellsNothingOfTheRunBeforeItIsPredicted) {
  Player player = player_of(locked_step());
  EXPECT_TRUE(player.content()->locked);
  EXPECT_THAT(prose_of(player), HasSubstr("It takes ? over 4 links, 4.29 ms to one."));
  ASSERT_TRUE(player.answer(0, "50"));
  EXPECT_FALSE(player.content()->locked);
  EXPECT_THAT(prose_of(player), HasSubstr("It takes 53.3 ms over 4 links"));
}

// Texts marked `told` are shown before the prediction: facts that a learner needs for it, such as a hang's
// messages.
TEST(Player, TellsWhatIsSaidToBeToldBeforeThePrediction) {
  Player player = player_of("So: {{ time(run) | ms | told }}, and {{ time(run) | ms }}.\n" + locked_step());
  EXPECT_THAT(prose_of(player), HasSubstr("So: 53.3 ms, and ?."));
  EXPECT_THAT(problems_of(one_step(
                  "```explore\nsize = [\"1 KB\", \"2 KB\"]\nshow.t = time(run) | told, \"t\"\n```\n")),
              HasSubstr("'| told' belongs to a text's {{ }}"));
}

TEST(Player, TellsWhatWasMeasuredWhateverItsColumnIsCalled) {
  Player player = player_of("It took {{ measured(T1, ring, time) }}.\n" + locked_step());
  EXPECT_THAT(prose_of(player), HasSubstr("It took 2.5 us."));
}

TEST(Player, TellsNothingAsLongAsAnotherPredictionIsOpen) {
  Player player = example_player();
  const Result<Feedback> first = player.answer(0, "53 ms");
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_FALSE(first->right);
  EXPECT_EQ(first->result, "");
  EXPECT_THAT(first->message, HasSubstr("Kept."));
  EXPECT_FALSE(questions_of(player)[0].feedback.has_value());
  ASSERT_TRUE(player.answer(1, "a"));
  EXPECT_TRUE(questions_of(player)[0].feedback->right);
  EXPECT_TRUE(questions_of(player)[1].feedback->right);
}

TEST(Player, GoesForwardOnlyOverStepsThatArePredicted) {
  Player player = example_player();
  player.go(1);
  EXPECT_EQ(player.step(), 0);
  ASSERT_TRUE(player.answer(0, "1 ms"));
  ASSERT_TRUE(player.answer(1, "b"));
  player.go(99);
  EXPECT_EQ(player.step(), 1);
  player.go(-1);
  EXPECT_EQ(player.step(), 0);
}

TEST(Player, SaysToAWrongAnswerWhatItsAuthorKnows) {
  Player player = example_player();
  ASSERT_TRUE(player.answer(0, "4.3"));
  ASSERT_TRUE(player.answer(1, "c"));
  const std::vector<QuestionState> states = questions_of(player);
  EXPECT_EQ(states[0].feedback->message, "That is the time over 4 NVLinks. Is there a line from 0 to 2?");
  EXPECT_EQ(states[1].feedback->message, "It has fewer NVLinks than GPU 1.");
  EXPECT_EQ(states[1].feedback->yours, "to GPU 4");
  EXPECT_EQ(states[1].feedback->why, "The more lines, the sooner: 400 MB or any other size.");
}

TEST(Player, AnAnswerThatCannotBeReadCountsAsNone) {
  Player player = example_player();
  EXPECT_EQ(player.answer(0, "4 parsecs").error().message,
            "'4 parsecs' cannot be read: the answer is a number in ms, as in 12.5 ms");
  EXPECT_EQ(player.answer(0, "4 MB").error().message,
            "'4 MB' is a size: the answer is a number in ms, as in 12.5 ms");
  EXPECT_EQ(player.answer(1, "x").error().message,
            "'x' is none of the choices: answer with a letter from a to c");
  EXPECT_FALSE(player.answer(7, "1"));
  EXPECT_THAT(player.record().answers, IsEmpty());
}

// To "how many times as long?" people answer 4x, and a cable has two ends: each way of writing is right.
TEST(Player, TakesTimesAndCablesAsPeopleWriteThem) {
  Player player = player_of(
      "```check\nask = \"?\"\nanswer = 2 + 2\nfact = true\n```\n"
      "```check\nkind = \"point\"\nask = \"?\"\nanswer = \"link gpu1->gpu2\"\nfact = true\n```\n");
  for (const char* four : {"4x", "4 X", "4 times", "4 ×", "2*2"})
    EXPECT_TRUE(player.answer(0, four)->right) << four;
  EXPECT_FALSE(player.answer(0, "x"));
  for (const char* cable : {"gpu1-gpu2", "gpu2-gpu1", "gpu1->gpu2"})
    EXPECT_TRUE(player.answer(1, cable)->right) << cable;
  EXPECT_FALSE(player.answer(1, "gpu2->gpu1")->right) << "this is the other direction";
  EXPECT_FALSE(player.answer(1, "gpu1-gpu3")->right);
}

TEST(Player, UnderstandsUnitsListsAndSlips) {
  Player player = player_of(
      "```check\nask = \"?\"\nunit = \"MB\"\nanswer = bytes(total)\n```\n"
      "```check\nask = \"?\"\nanswer = tensor(run(run = reduce, size = 16 B, data = ranks, ranks = 4), rank "
      "0)\n```\n"
      "```check\nkind = \"point\"\nask = \"?\"\nanswer = bottleneck\n```\n");
  EXPECT_TRUE(player.answer(0, "1.2 GB")->right);
  EXPECT_TRUE(player.answer(0, "1,200")->right);
  EXPECT_TRUE(player.answer(0, "3 * 400 MB")->right);
  EXPECT_EQ(player.answer(0, "9600")->message, "Too large: bits and bytes?");
  EXPECT_TRUE(player.answer(1, "10, 10, 10, 10")->right);
  EXPECT_TRUE(player.answer(1, "[10 10 10 10]")->right);
  EXPECT_FALSE(player.answer(1, "10, -, 10, 10")->right);
  EXPECT_THAT(player.answer(1, "10, 10").error().message, HasSubstr("has 2 values: the answer is 4 values"));
  EXPECT_TRUE(player.answer(2, "link gpu0-gpu2")->right);
  EXPECT_THAT(player.answer(2, "GPU 0 to").error().message, HasSubstr("the answer is a place, as in rank 9"));
}

TEST(Player, TakesNotKnowingForAnAnswerWithoutBlame) {
  Player player = player_of(locked_step());
  const Result<Feedback> told = player.answer(0, " I don't know ");
  ASSERT_TRUE(told) << told.error().message;
  EXPECT_TRUE(told->unknown);
  EXPECT_TRUE(told->told);
  EXPECT_EQ(told->result, "53.3 ms");
  EXPECT_EQ(told->why, "So: 53.3 ms.");
  EXPECT_EQ(told->message, "");
  const QuestionState state = questions_of(player)[0];
  EXPECT_EQ(state.first, "?");
  EXPECT_TRUE(state.feedback->unknown);
  EXPECT_FALSE(is_open(state));
  EXPECT_FALSE(player.record().answers.front().first_right);
  EXPECT_EQ(player.summary().unknown, 1);
}

TEST(Player, KeepsNotKnowingToItselfWhileAnotherPredictionIsOpen) {
  Player player = example_player();
  const Result<Feedback> kept = player.answer(0, "?");
  ASSERT_TRUE(kept) << kept.error().message;
  EXPECT_TRUE(kept->unknown);
  EXPECT_FALSE(kept->told);
  EXPECT_EQ(kept->result, "");
  ASSERT_TRUE(player.answer(1, "?"));
  EXPECT_EQ(questions_of(player)[1].feedback->result, "to GPU 1");
}

TEST(Player, JumpsOverStepsThatAClassLeavesOut) {
  const std::string text = one_step("```predict\nask = \"?\"\nanswer = time(run)\nunit = \"ms\"\n```\n") +
                           "\n## Second {core}\n\nAll is done after {{ time(run) }}.\n";
  Player player(*parse_lesson(text, "x.lesson.md"), simulating_laboratory());
  player.go(1);
  EXPECT_EQ(player.step(), 0) << "a prediction is still open";
  player.jump(1);
  EXPECT_EQ(player.step(), 1);
  EXPECT_TRUE(player.content());
  EXPECT_EQ(player.summary(ClassLength::five_minutes).predictions, 0);
  EXPECT_EQ(player.summary().predictions, 1);
  player.jump(9);
  EXPECT_EQ(player.step(), 1);
}

// A plot of other runs would tell the answer, too, so it stays locked behind the prediction.
TEST(Player, APlotBehindAPredictionComesAfterIt) {
  const std::string plot = "```plot\ntitle = \"T\"\nbar.x = time(run(size = 8 MB)), \"8 MB\"\n```\n";
  const std::string predict = "```predict\nask = \"?\"\nanswer = time(run)\nunit = \"us\"\n```\n";
  const std::string scene = "```scene\nrun = \"p2p\"\nmachine = \"hcm8\"\nsize = 4 MB\n```\n";
  Player player(*parse_lesson("```lesson\nid = \"one\"\ntitle = \"One\"\nminutes = 1\n```\n## Step\n" +
                                  scene + plot + predict + plot,
                              "a.md"),
                simulating_laboratory());
  const StepContent before = *player.content();
  EXPECT_FALSE(std::get<PlotState>(before.items[0]).locked);
  EXPECT_TRUE(std::get<PlotState>(before.items[2]).locked);
  EXPECT_TRUE(std::get<PlotState>(before.items[2]).bars.empty());
  ASSERT_TRUE(player.answer(0, "?"));
  EXPECT_FALSE(std::get<PlotState>(player.content()->items[2]).locked);
}

TEST(Player, MeasuresHereBesideWhatIsPredicted) {
  const std::string measure =
      "```measure\nlive = \"p2p --on host --ranks 2 --size 1MiB\"\nsays = \"It was {{ n }}.\"\n```\n"
      "```measure\nlive = \"p2p --ranks 99 --size 1MiB\"\n```\n```measure\nsays = \"No.\"\n```\n";
  Player player = player_of(measure + locked_step());
  EXPECT_FALSE(player.measure(0)) << "a prediction is still open";
  ASSERT_TRUE(player.answer(0, "1"));
  const Result<MeasureState> done = player.measure(0);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->says, "It was 8.");
  EXPECT_TRUE(done->can_measure);
  EXPECT_EQ(done->here->size, MiB(1));
  EXPECT_EQ(done->here->measured, microseconds(5));
  EXPECT_EQ(done->here->predicted_on, "hcm8");
  EXPECT_GT(*done->here->predicted, microseconds(5));
  EXPECT_EQ(measured_text(*done->here),
            "1 MiB: this computer's threads took 5.00 us; the lesson's machine, hcm8, would take 13.9 us.");
  EXPECT_TRUE(std::get<MeasureState>(player.content()->items[0]).here) << "the measurement stays in the page";
  EXPECT_EQ(player.measure(1).error().message, "there are not so many threads here");
  EXPECT_EQ(player.measure(2).error().message, "this measurement names no experiment to be done here");
  EXPECT_EQ(player.measure(3).error().message, "there is no measurement 3 in this step");
}

TEST(Player, StopsALessonThatAsksForTooManyScenes) {
  const Result<Lesson> lesson = parse_lesson(
      one_step("```plot\nx = size\nvalues = each(i, range(1, 20), i * 1 KB)\ny.t = time(run), \"t\"\n```\n"
               "```explore\nsize = [\"1 KB\", \"2 KB\"]\n```\n"),
      "a.md");
  ASSERT_TRUE(lesson) << lesson.error().message;
  const SceneLimits few{.scenes = 5, .time = std::chrono::hours(1)};
  Player player(*lesson, simulating_laboratory(), {}, few);
  EXPECT_EQ(player.content().error().message,
            "a.md:13: y.t: at size = 6 kB: 5 scenes were run for this; a lesson may run no more at a time");
  ASSERT_TRUE(player.explore(0, "size", 1)) << "each action of the learner has its own limit";
  EXPECT_TRUE(player.scene());
  EXPECT_THAT(check_lesson(*lesson, simulating_laboratory(), few).problems,
              testing::Contains(HasSubstr("5 scenes were run for this")));
  Player slow(*lesson, simulating_laboratory(), {}, {.scenes = 1000, .time = {}});
  EXPECT_THAT(slow.content().error().message, HasSubstr("a lesson may take no longer at a time"));
}

TEST(Player, DrawsWhatVariesByTheVariant) {
  Player first = example_player({.variant = 0}), second = example_player({.variant = 1});
  EXPECT_THAT(prose_of(first), HasSubstr("copies 400 MB"));
  EXPECT_THAT(prose_of(second), HasSubstr("copies 200 MB"));
}

TEST(Player, NamesFileAndLineOfWhatTheLessonGotWrong) {
  Player player = player_of("It takes {{ time(to 3) }}.\n");
  EXPECT_EQ(player.content().error().message,
            "a.md:13: {{ time(to 3) }}: nothing is sent to rank 3 in this run");
}

}  // namespace
}  // namespace commlab
