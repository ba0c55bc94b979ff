// One learner in one lesson: what is locked, what is said, what is kept.

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/player.h"
#include "lessons/record.h"
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
  EXPECT_EQ(player.answer(0, "9600")->message, "Your answer is 8 times as much: bits and bytes?");
  EXPECT_TRUE(player.answer(1, "10, 10, 10, 10")->right);
  EXPECT_TRUE(player.answer(1, "[10 10 10 10]")->right);
  EXPECT_FALSE(player.answer(1, "10, -, 10, 10")->right);
  EXPECT_THAT(player.answer(1, "10, 10").error().message, HasSubstr("has 2 values: the answer is 4 values"));
  EXPECT_TRUE(player.answer(2, "link gpu0-gpu2")->right);
  EXPECT_TRUE(player.answer(2, "GPU 0 to")->right == false);
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
  EXPECT_THAT(player.change("route", "there").error().message, HasSubstr("neither direct nor staged"));
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
