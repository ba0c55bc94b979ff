// One learner in one lesson: what is locked, what is said, what is kept.

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/checker.h"
#include "lessons/player.h"
#include "lessons/record.h"
#include "lessons/utc.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Player example_player(LessonRecord record = {}) {
  Result<Lesson> lesson = read_lesson(COMMLAB_SOURCE_DIR "/tests/lessons/example.lesson.md");
  EXPECT_TRUE(lesson) << (lesson ? "" : lesson.error().message);
  return Player(*std::move(lesson), simulating_laboratory(), std::move(record));
}

Player player_of(const std::string& blocks) {
  Result<Lesson> lesson = parse_lesson(one_step(blocks), "a.md");
  EXPECT_TRUE(lesson) << (lesson ? "" : lesson.error().message);
  return Player(*std::move(lesson), simulating_laboratory());
}

std::string prose_of(Player& player) {
  const Result<StepContent> content = player.content();
  EXPECT_TRUE(content) << (content ? "" : content.error().message);
  std::string text;
  for (const StepContent::Item& item : content->items)
    if (const auto* prose = std::get_if<Prose>(&item)) text += prose->markdown;
  return text;
}

std::vector<QuestionState> questions_of(Player& player) {
  std::vector<QuestionState> states;
  const Result<StepContent> content = player.content();
  for (const StepContent::Item& item : content->items)
    if (const auto* state = std::get_if<QuestionState>(&item)) states.push_back(*state);
  return states;
}

const std::string locked_step =
    "It takes {{ time(run) | ms }} over {{ nvlinks(0, 1) }} links, {{ time(run(to = 1)) | ms }} to one.\n"
    "```predict\nask = \"?\"\nunit = \"ms\"\nanswer = time(run)\nwhy = \"So: {{ time(run) }}.\"\n```\n";

TEST(Player, TellsNothingOfTheRunBeforeItIsPredicted) {
  Player player = player_of(locked_step);
  EXPECT_TRUE(player.content()->locked);
  EXPECT_THAT(prose_of(player), HasSubstr("It takes ? over 4 links, 4.29 ms to one."));
  ASSERT_TRUE(player.answer(0, "50"));
  EXPECT_FALSE(player.content()->locked);
  EXPECT_THAT(prose_of(player), HasSubstr("It takes 53.3 ms over 4 links"));
}

// What people have before they think is told: a hang's messages, how many orders there are.
TEST(Player, TellsWhatIsSaidToBeToldBeforeThePrediction) {
  Player player = player_of("So: {{ time(run) | ms | told }}, and {{ time(run) | ms }}.\n" + locked_step);
  EXPECT_THAT(prose_of(player), HasSubstr("So: 53.3 ms, and ?."));
  EXPECT_THAT(problems_of(one_step(
                  "```explore\nsize = [\"1 KB\", \"2 KB\"]\nshow.t = time(run) | told, \"t\"\n```\n")),
              HasSubstr("'| told' belongs to a text's {{ }}"));
}

TEST(Player, TellsWhatWasMeasuredWhateverItsColumnIsCalled) {
  Player player = player_of("It took {{ measured(T1, ring, time) }}.\n" + locked_step);
  EXPECT_THAT(prose_of(player), HasSubstr("It took 2.5 us."));
}

TEST(Player, KeepsTheFirstAnswerForEver) {
  Player player = player_of(locked_step);
  const Result<Feedback> wrong = player.answer(0, "5 ms");
  ASSERT_TRUE(wrong) << wrong.error().message;
  EXPECT_FALSE(wrong->right);
  EXPECT_EQ(wrong->yours, "5 ms");
  EXPECT_EQ(wrong->result, "53.3 ms");
  EXPECT_EQ(wrong->message, "Your answer is 10.7 times too little.");
  EXPECT_EQ(wrong->why, "So: 53.3 ms.");
  EXPECT_TRUE(player.answer(0, "53")->right);
  const LessonRecord::Answer& kept = player.record().answers.front();
  EXPECT_EQ(kept.first, "5 ms");
  EXPECT_EQ(kept.last, "53");
  EXPECT_FALSE(kept.first_right);
  EXPECT_TRUE(kept.solved);
  EXPECT_EQ(kept.attempts, 2);
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
            "'4 parsecs' cannot be read: the answer is a number in ms, as in 4.3 ms");
  EXPECT_EQ(player.answer(0, "4 MB").error().message,
            "'4 MB' is a size: the answer is a number in ms, as in 4.3 ms");
  EXPECT_EQ(player.answer(1, "x").error().message,
            "'x' is none of the choices: answer with a letter from a to c");
  EXPECT_FALSE(player.answer(7, "1"));
  EXPECT_THAT(player.record().answers, IsEmpty());
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
  EXPECT_EQ(player.answer(0, "9600")->message, "Too much: bits and bytes?");
  EXPECT_TRUE(player.answer(1, "10, 10, 10, 10")->right);
  EXPECT_TRUE(player.answer(1, "[10 10 10 10]")->right);
  EXPECT_FALSE(player.answer(1, "10, -, 10, 10")->right);
  EXPECT_THAT(player.answer(1, "10, 10").error().message, HasSubstr("has 2 values: the answer is 4 values"));
  EXPECT_TRUE(player.answer(2, "link gpu0-gpu2")->right);
  EXPECT_TRUE(player.answer(2, "GPU 0 to")->right == false);
}

TEST(Player, TakesNotKnowingForAnAnswerWithoutBlame) {
  Player player = player_of(locked_step);
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

const std::string check_of_time =
    "```check\nask = \"?\"\nunit = \"ms\"\nanswer = time(run)\nwrong.one = time(to 1), \"That is one of "
    "three.\"\n"
    "why = \"So: {{ time(run) }}.\"\n```\n";

TEST(Player, DoesNotGiveACheckAwayToAWrongAnswer) {
  Player player = player_of(check_of_time);
  const Result<Feedback> first = player.answer(0, "4.29");
  EXPECT_EQ(first->message, "That is one of three.");
  EXPECT_FALSE(first->told);
  EXPECT_EQ(first->result + first->why, "");
  EXPECT_EQ(questions_of(player)[0].feedback->result, "");
  EXPECT_EQ(player.answer(0, "60")->message, "That is too much.");
  EXPECT_TRUE(is_open(questions_of(player)[0]));
  const Result<Feedback> third = player.answer(0, "50");
  EXPECT_EQ(third->message, "That is too little.");
  EXPECT_TRUE(third->told && third->shown);
  EXPECT_EQ(third->result, "53.3 ms");
  EXPECT_EQ(third->why, "So: 53.3 ms.");
  EXPECT_FALSE(is_open(questions_of(player)[0]));
  EXPECT_FALSE(player.answer(0, "53.3")->right && player.record().answers.front().solved)
      << "what was shown is not found any more";
  EXPECT_EQ(player.summary().shown, 1);
  EXPECT_EQ(player.summary().solved, 0);
}

// What is told is not reached: neither when it is shown, nor when it is done after that.
TEST(Player, CountsNoStarThatWasTold) {
  Player player = player_of(
      "```check\nkind = \"state\"\nask = \"?\"\nallow = [\"size\"]\nexpect = time(run) < 10 ms\n"
      "star.silver = time(run) < 5 ms\nstar.gold = time(run) < 1 ms\nwhy = \"So.\"\n```\n"
      "```solution\nsize = 4 KB\n```\n");
  ASSERT_TRUE(player.change("size", "30 MB"));
  EXPECT_THAT(player.answer(0, "size")->stars, testing::ElementsAre("silver"));
  const Result<Feedback> shown = player.show(0);
  ASSERT_TRUE(shown) << shown.error().message;
  EXPECT_TRUE(shown->right && !shown->shown);
  EXPECT_EQ(shown->result, "size = 4 KB");
  EXPECT_THAT(shown->stars, testing::ElementsAre("silver"));
  EXPECT_THAT(player.answer(0, "size")->stars, testing::ElementsAre("silver"));
  const LessonSummary summary = player.summary();
  EXPECT_EQ(summary.stars, 2);
  EXPECT_EQ(summary.stars_reached, 1);
  const Result<LessonRecord> kept = parse_record(record_text(player.record()));
  EXPECT_TRUE(kept->answers.at(0).stars_shown);
}

// All do the same: whoever points at any of them is right.
TEST(Player, TakesAnyRankOfACircleForTheCulprit) {
  Player player(*parse_lesson(R"(```lesson
id = "circle"
title = "Circle"
minutes = 1
```
## Who?
```scene
machine = "switch:3,100GB/s,1us"
flavour = "gloo"
```
```script
ranks 3
rank all: send(right, 1 B); recv(left, 1 B)
```
```check
kind = "point"
ask = "Who is to blame?"
answer = culprit
why = "{{ len(culprits) }} of them."
```
)",
                              "circle.lesson.md"),
                simulating_laboratory());
  EXPECT_FALSE(player.answer(0, "rank 3 line 2")->right);
  EXPECT_TRUE(player.answer(0, "rank 2 line 2")->right);
  const Result<Feedback> first = player.answer(0, "rank 0 line 2");
  EXPECT_TRUE(first->right);
  EXPECT_EQ(first->why, "3 of them.");
}

TEST(Player, JumpsOverStepsThatAClassLeavesOut) {
  const std::string text = one_step("```predict\nask = \"?\"\nanswer = time(run)\nunit = \"ms\"\n```\n") +
                           "\n## Second {core}\n\nAll is done after {{ time(run) }}.\n";
  Player player(*parse_lesson(text, "x.lesson.md"), simulating_laboratory());
  player.go(1);
  EXPECT_EQ(player.step(), 0) << "a prediction is open";
  player.jump(1);
  EXPECT_EQ(player.step(), 1);
  EXPECT_TRUE(player.content());
  EXPECT_EQ(player.summary(LessonCut::five_minutes).predictions, 0);
  EXPECT_EQ(player.summary().predictions, 1);
  player.jump(9);
  EXPECT_EQ(player.step(), 1);
}

TEST(Player, ShowsACheckWhenAsked) {
  Player player = player_of(check_of_time +
                            "```check\nkind = \"state\"\nask = \"?\"\nallow = [\"size\"]\n"
                            "expect = time(run) < 1 ms\nwhy = \"So.\"\n```\n```solution\nsize = 4 KB\n```\n");
  const Result<Feedback> shown = player.show(0);
  ASSERT_TRUE(shown) << shown.error().message;
  EXPECT_TRUE(shown->shown);
  EXPECT_EQ(shown->result, "53.3 ms");
  EXPECT_EQ(player.show(1)->result, "size = 4 KB");
  EXPECT_TRUE(questions_of(player)[1].shown);
  EXPECT_TRUE(completed(player.lesson(), player.record()));
  EXPECT_EQ(player.answer(0, "?").error().message,
            "a check waits until it is found; there may be a hint, and its result can be shown");
  Player predicts = player_of(locked_step);
  EXPECT_EQ(predicts.show(0).error().message, "a prediction is guessed; \"I don't know\" is an answer to it");
  EXPECT_FALSE(predicts.show(7));
}

TEST(Player, ASolvedCheckStaysSolved) {
  Player player = player_of(check_of_time);
  EXPECT_TRUE(player.answer(0, "53.3")->right);
  EXPECT_EQ(player.show(0)->result, "53.3 ms");
  EXPECT_FALSE(questions_of(player)[0].shown);
  EXPECT_TRUE(questions_of(player)[0].solved);
}

TEST(Player, SaysWhatAChangedSceneReached) {
  const auto said = [](const std::string& expect) {
    Player player =
        player_of("```check\nkind = \"state\"\nask = \"?\"\nallow = [\"size\"]\nexpect = " + expect +
                  "\nwhy = \"So.\"\n```\n```solution\nsize = 4 KB\n```\n");
    const Result<Feedback> feedback = player.answer(0, "now");
    return feedback ? feedback->message : "! " + feedback.error().message;
  };
  EXPECT_EQ(said("time(run) < 1 ms"), "Not yet: the time is 53.3 ms, and it should be less than 1 ms.");
  EXPECT_EQ(said("n == 8 and 2 * time(to 1) / 3 >= time(run(size = 4 GB))"),
            "Not yet: 2 * time(to 1) / 3 is 2.86 ms, and it should be at least 533 ms.");
  EXPECT_EQ(said("1 ms > time(to 1) and deadlock"),
            "Not yet: time(to 1) is 4.29 ms, and it should be less than 1 ms.");
  EXPECT_EQ(said("algbw ~ 1 GB/s within 5%"),
            "Not yet: algbw is 7.5 GB/s, and it should be 1 GB/s within 5 %.");
  EXPECT_EQ(said("transfers != 3"), "Not yet: transfers is 3, and it should be something else.");
  EXPECT_EQ(said("equal([n, transfers], [8, 4])"), "Not yet: [n, transfers] is 8, 3, and it should be 8, 4.");
  EXPECT_EQ(said("contains([n, 3], 4)"), "Not yet: [n, 3] is 8, 3, and 4 should be among them.");
  EXPECT_EQ(said("not (n == 8) or all([n, 3] > 4)"),
            "Not yet: not n == 8 or all([n, 3] > 4) should hold, and does not.");
  EXPECT_EQ(said("deadlock and n == 8"), "! 'deadlock' cannot be asked of an experiment");
}

const std::string two_names =
    "```lesson\nid = \"two\"\ntitle = \"Two\"\nminutes = 1\n```\n## Step\n```scene\nrun = \"p2p\"\nmachine = "
    "\"hcm8\"\n"
    "from = \"{a}\"\nto = \"{b}\"\nsize = 4 MB\nwith.a = 0\nwith.b = 1\n```\nFrom {a}.\n"
    "```plot\ntitle = \"Of {a}\"\nbar.x = time(run), \"{a} to {b}\"\n```\n"
    "```check\nkind = \"state\"\nask = \"?\"\nallow = [\"with.a\", \"with.b\"]\nexpect = with.a != 0 and "
    "with.a != with.b and bytes(total) > 0 B\n"
    "star.two = with.b == 2, \"to GPU {b}, for {{ 2 }}\"\nwhy = \"So.\"\n```\n```solution\nwith.b = "
    "2\nwith.a = 3\n```\n";

TEST(Player, FillsInTheScenesOwnNamesWhereverTextIsRead) {
  Player player(*parse_lesson(two_names, "a.md"), simulating_laboratory());
  EXPECT_THAT(prose_of(player), HasSubstr("From 0."));
  const PlotState plot = std::get<PlotState>(player.content()->items[1]);
  EXPECT_EQ(plot.title, "Of 0");
  EXPECT_EQ(plot.bars.front().label, "0 to 1");
}

// What a plot shows of other runs would tell the answer, too.
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

TEST(Player, ARefusedChangeDoesNotStick) {
  Player player(*parse_lesson(two_names, "a.md"), simulating_laboratory());
  EXPECT_FALSE(player.change_and_run({{"b", "0"}}));
  EXPECT_FALSE(player.change_and_run({{"a", "99"}}));
  EXPECT_FALSE(player.change_and_run({{"a", "2"}, {"c", "1"}}));
  EXPECT_THAT(player.record().edits, IsEmpty());
  EXPECT_TRUE(player.change_and_run({{"a", "1"}, {"b", "0"}})) << "both at once, though neither alone";
  EXPECT_EQ(player.change("c", "1").error().message, "'c' cannot be changed here; a, b can");
}

TEST(Player, ANewCollectiveForgetsAnAlgorithmThatItDoesNotHave) {
  Player player(
      *parse_lesson(
          "```lesson\nid = \"a\"\ntitle = \"A\"\nminutes = 1\n```\n## Step\n```scene\nrun = \"broadcast\"\n"
          "machine = \"switch:4,100GB/s,1us\"\nalgorithm = \"flat\"\nsize = 4 KB\n```\n"
          "```check\nkind = \"state\"\nask = \"?\"\nallow = [\"run\", \"algorithm\"]\nexpect = bytes(total) "
          "> 40 KB\n"
          "why = \"So.\"\n```\n```solution\nrun = \"all_gather\"\nalgorithm = \"ring\"\n```\n",
          "a.md"),
      simulating_laboratory());
  ASSERT_TRUE(player.change_and_run({{"run", "all_gather"}}));
  EXPECT_NE(player.scene()->performed->experiment.algorithm, "flat");
}

TEST(Player, KeepsAimsOpenAndSaysWhatIsMissingOfTwo) {
  Player player(*parse_lesson(two_names, "a.md"), simulating_laboratory());
  EXPECT_EQ(questions_of(player)[0].aims.front().text, "to GPU 1, for 2");
  EXPECT_EQ(player.answer(0, "now")->message, "Not yet: a is 0, and it should be something else.");
  ASSERT_TRUE(player.change_and_run({{"a", "4"}}));
  EXPECT_TRUE(player.answer(0, "now")->right);
  QuestionState state = questions_of(player)[0];
  EXPECT_FALSE(is_open(state));
  EXPECT_TRUE(has_open_aims(state));
  player.undo_changes();
  EXPECT_EQ(player.answer(0, "now")->message,
            "It was solved before. This time, a is 0, and it should be something else.");
  ASSERT_TRUE(player.change_and_run({{"a", "4"}, {"b", "2"}}));
  EXPECT_THAT(player.answer(0, "now")->stars, ElementsAre("two"));
  player.undo_changes();
  state = questions_of(player)[0];
  EXPECT_TRUE(state.aims.front().reached) << "what was reached stays reached";
  EXPECT_FALSE(has_open_aims(state));
  EXPECT_THAT(parse_record(record_text(player.record()))->answers.front().stars, ElementsAre("two"));
}

TEST(Player, ShowsEveryKeyOfASolutionAndPutsTheSceneThere) {
  Player player(*parse_lesson(two_names, "a.md"), simulating_laboratory());
  ASSERT_TRUE(player.change_and_run({{"a", "5"}}));
  EXPECT_EQ(player.show(0)->result, "a = 3, b = 2");
  EXPECT_EQ(player.scene()->performed->experiment.from, 3);
  EXPECT_FALSE(has_open_aims(questions_of(player)[0]));
}

TEST(Player, MeasuresHereBesideWhatIsPredicted) {
  const std::string measure =
      "```measure\nlive = \"p2p --on host --ranks 2 --size 1MiB\"\nsays = \"It was {{ n }}.\"\n```\n"
      "```measure\nlive = \"p2p --ranks 99 --size 1MiB\"\n```\n```measure\nsays = \"No.\"\n```\n";
  Player player = player_of(measure + locked_step);
  EXPECT_FALSE(player.measure(0)) << "a prediction is open";
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
  EXPECT_TRUE(std::get<MeasureState>(player.content()->items[0]).here) << "it stays there";
  EXPECT_EQ(player.measure(1).error().message, "there are not so many threads here");
  EXPECT_EQ(player.measure(2).error().message, "this measurement names no experiment to be done here");
  EXPECT_EQ(player.measure(3).error().message, "there is no measurement 3 in this step");
}

TEST(Player, KeepsWhenAndHowLong) {
  std::int64_t now = 1'700'000'000;
  Laboratory lab = simulating_laboratory();
  lab.clock = [&now] { return now; };
  lab.next_lesson = [](std::string_view id) { return LessonSignpost{8, std::string(id) + "-next", "Next"}; };
  const Result<Lesson> lesson = parse_lesson(one_step(locked_step + check_of_time), "a.md");
  Player player(*lesson, lab);
  ASSERT_TRUE(player.content());
  now += 40;
  ASSERT_TRUE(player.answer(0, "53"));
  now += 50;
  ASSERT_TRUE(player.answer(1, "1"));
  ASSERT_TRUE(player.hint(1).has_value() == false);
  now += 60;
  ASSERT_TRUE(player.answer(1, "53"));
  const auto& answers = player.record().answers;
  EXPECT_EQ(answers[0].answered, 1'700'000'040);
  EXPECT_EQ(answers[0].took, 40);
  EXPECT_EQ(answers[1].answered, 1'700'000'090);
  EXPECT_EQ(answers[1].took, 50);
  const LessonSummary summary = player.summary();
  EXPECT_EQ(summary.predictions, 1);
  EXPECT_EQ(summary.right_at_first, 1);
  EXPECT_EQ(summary.solved, 1);
  EXPECT_EQ(summary.minutes, 2);
  EXPECT_EQ(summary.next->id, "one-next");
  const Result<LessonRecord> read = parse_record(record_text(player.record()));
  EXPECT_EQ(record_text(*read), record_text(player.record()));
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
            "a.md:13: y.t: at size = 6 KB: 5 scenes were run for this: a lesson asks for no more at a time");
  ASSERT_TRUE(player.explore(0, "size", 1)) << "what the learner does is counted anew";
  EXPECT_TRUE(player.scene());
  EXPECT_THAT(check_lesson(*lesson, simulating_laboratory(), few).problems,
              testing::Contains(HasSubstr("5 scenes were run for this")));
  Player slow(*lesson, simulating_laboratory(), {}, {.scenes = 1000, .time = {}});
  EXPECT_THAT(slow.content().error().message, HasSubstr("a lesson asks for no more at a time"));
}

// A what-if says one of two keys that exclude each other: the scene's is forgotten.
TEST(Player, AChangeTakesThePlaceOfWhatContradictsIt) {
  EXPECT_EQ(worth("bytes(run(count = 1), total)", {{"run", "p2p"}, {"size", "4 KB"}}), "4 B");
  EXPECT_EQ(worth("bytes(run(size = 8 B), total)", {{"run", "p2p"}, {"count", "1000"}}), "8 B");
  const SceneKeys relayed = {{"run", "p2p"}, {"machine", "hcm8"}, {"to", "2"}, {"route", "0-7-2"}};
  EXPECT_EQ(worth("algorithm", relayed), "relay");
  EXPECT_EQ(worth("algorithm(run(algorithm = direct))", relayed), "direct");
  EXPECT_THAT(worth("time(run(size = 1 B, count = 1))", {{"run", "p2p"}}), HasSubstr("! "))
      << "both at once remain a mistake";
  Player player = player_of(
      "```check\nkind = \"state\"\nask = \"?\"\nallow = [\"size\", \"count\"]\n"
      "expect = bytes(total) == 4 B * 3\nwhy = \"So.\"\n```\n```solution\ncount = 1\n```\n");
  ASSERT_TRUE(player.change("size", "1 KB"));
  ASSERT_TRUE(player.change("count", "1"));
  EXPECT_TRUE(player.answer(0, "now")->right);
  ASSERT_TRUE(player.change("size", "1 KB"));
  EXPECT_FALSE(player.answer(0, "now")->right);
}

TEST(Player, ReadsRecordsOfOlderPrograms) {
  const Result<LessonRecord> read = parse_record(
      R"({"lesson": "one", "variant": 0, "step": 0, "edits": [], "answers": [{"question": 0, "first": "1", "last": "1",
          "first_right": true, "solved": true, "attempts": 1, "hints": 0}]})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_FALSE(read->answers.front().shown);
  EXPECT_FALSE(read->answers.front().took);
}

TEST(Player, GivesHintsOneByOne) {
  Player player = example_player();
  EXPECT_EQ(*player.hint(0), "Look for a line between the two.");
  EXPECT_EQ(player.hint(0).error().message, "there are no more hints");
  EXPECT_EQ(player.hint(1).error().message, "there is no hint to this question");
  EXPECT_EQ(questions_of(player)[0].hints_shown, 1);
  EXPECT_FALSE(questions_of(player)[0].first.has_value());
}

TEST(Player, JudgesTheSceneAsTheLearnerHasIt) {
  Player player = example_player();
  EXPECT_EQ(player.change("route", "0-7-2").error().message,
            "the scene can be changed once the step's predictions are made");
  ASSERT_TRUE(player.answer(0, "1"));
  ASSERT_TRUE(player.answer(1, "a"));
  player.go(1);
  EXPECT_FALSE(player.answer(2, "done")->right);
  EXPECT_EQ(player.change("size", "1 B").error().message,
            "'size' cannot be changed here; route, pieces, algorithm can");
  EXPECT_THAT(player.change("route", "there").error().message,
              AllOf(HasSubstr("route: 'there' is neither direct nor staged"), Not(HasSubstr("--"))));
  ASSERT_TRUE(player.change("route", "0-7-2"));
  EXPECT_TRUE(player.answer(2, "done")->right);
  EXPECT_THAT(player.answer(2, "done")->stars, IsEmpty());
  ASSERT_TRUE(player.change("pieces", "\"64\""));
  EXPECT_THAT(player.answer(2, "done")->stars, ElementsAre("gold"));
  EXPECT_EQ(player.scene()->performed->experiment.route, "0-7-2");
  EXPECT_THAT(player.scene()->may_change, ElementsAre("route", "pieces", "algorithm"));
  player.undo_changes();
  EXPECT_EQ(player.scene()->performed->experiment.route, "direct");
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

TEST(Utc, IsWrittenAndReadAsPeopleDo) {
  EXPECT_EQ(utc_text(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc_text(1'700'000'040), "2023-11-14T22:14:00Z");
  EXPECT_EQ(parse_utc("2023-11-14T22:14:00Z"), 1'700'000'040);
  EXPECT_EQ(parse_utc(utc_text(-1)), -1);
  for (const char* text : {"", "2023-11-14 22:14:00Z", "2023-13-14T22:14:00Z", "2023-02-30T00:00:00Z",
                           "2023-11-14T24:00:00Z", "2023-11-14T22:14:00", "x023-11-14T22:14:00Z"})
    EXPECT_FALSE(parse_utc(text)) << text;
}

class RecordFile : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) / "commlab_record_test";
};

TEST_F(RecordFile, GoesOnWhereTheLearnerWas) {
  Player player = example_player({.variant = 1});
  ASSERT_TRUE(player.answer(0, "1 ms"));
  ASSERT_TRUE(player.answer(1, "a"));
  player.go(1);
  ASSERT_TRUE(player.change("route", "0-7-2"));
  EXPECT_FALSE(completed(player.lesson(), {}));
  EXPECT_TRUE(completed(player.lesson(), player.record())) << "an extra step may be left out";
  ASSERT_TRUE(save_record(player.record(), folder_));

  const Result<LessonRecord> read = read_record(player.lesson(), folder_);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(record_text(*read), record_text(player.record()));
  Player again = example_player(*read);
  EXPECT_EQ(again.step(), 1);
  EXPECT_EQ(again.scene()->performed->experiment.route, "0-7-2");
  EXPECT_THAT(*exported_records(folder_), HasSubstr("\"first\": \"1 ms\""));
  EXPECT_THAT(*exported_records(folder_, "Ada"),
              testing::StartsWith("{\n  \"format\": 1,\n  \"name\": \"Ada\",\n  \"lessons\": ["));
}

TEST_F(RecordFile, ThatSomebodyHasChangedDoesNoHarm) {
  LessonRecord record{.variant = 0, .step = -7};
  record.answers = {{.question = 0, .first = "{", .last = "", .attempts = -3, .hints = -5},
                    {.question = 99, .attempts = 1, .hints = 1 << 30}};
  record.edits = {{0, {{"nonsense", "1"}}}, {-1, {}}};
  Player player = example_player(record);
  EXPECT_TRUE(player.content());
  EXPECT_FALSE(player.scene());
  EXPECT_TRUE(player.hint(0));
  player.undo_changes();
  EXPECT_TRUE(player.scene());
}

TEST_F(RecordFile, ThatIsNoneIsAnErrorAndCanBeForgotten) {
  const Player player = example_player();
  ASSERT_TRUE(save_record({.lesson = "example"}, folder_));
  std::filesystem::resize_file(folder_ / "example.json", 10);
  EXPECT_THAT(read_record(player.lesson(), folder_).error().message,
              HasSubstr("--anew begins the lesson again"));
  ASSERT_TRUE(forget_record(player.lesson(), folder_));
  EXPECT_TRUE(read_record(player.lesson(), folder_));
}

}  // namespace
}  // namespace commlab
