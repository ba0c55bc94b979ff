// What is kept about a learner: first answers, when and how long, and the file.

#include <unistd.h>

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/format/lesson_parser.h"
#include "lessons/play/record.h"
#include "lessons/text/utc.h"
#include "tests/lessons/player_of.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::HasSubstr;

TEST(Player, KeepsTheFirstAnswerForEver) {
  Player player = player_of(locked_step());
  const Result<Feedback> wrong = player.answer(0, "5 ms");
  ASSERT_TRUE(wrong) << wrong.error().message;
  EXPECT_FALSE(wrong->right);
  EXPECT_EQ(wrong->yours, "5 ms");
  EXPECT_EQ(wrong->result, "53.3 ms");
  EXPECT_EQ(wrong->message, "Your answer is too small, by a factor of 10.7.");
  EXPECT_EQ(wrong->why, "So: 53.3 ms.");
  EXPECT_TRUE(player.answer(0, "53")->right);
  const LessonRecord::Answer& kept = player.record().answers.front();
  EXPECT_EQ(kept.first, "5 ms");
  EXPECT_EQ(kept.last, "53");
  EXPECT_FALSE(kept.first_right);
  EXPECT_TRUE(kept.solved);
  EXPECT_EQ(kept.attempts, 2);
}

TEST(Player, KeepsWhenAndHowLong) {
  std::int64_t now = 1'700'000'000;
  Laboratory lab = simulating_laboratory();
  lab.clock = [&now] { return now; };
  lab.next_lesson = [](std::string_view id) { return LessonSignpost{8, std::string(id) + "-next", "Next"}; };
  const Result<Lesson> lesson = parse_lesson(one_step(locked_step() + check_of_time), "a.md");
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

TEST(Player, ReadsRecordsOfOlderPrograms) {
  const Result<LessonRecord> read = parse_record(
      R"({"lesson": "one", "variant": 0, "step": 0, "edits": [], "answers": [{"question": 0, "first": "1", "last": "1",
          "first_right": true, "solved": true, "attempts": 1, "hints": 0}]})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_FALSE(read->answers.front().shown);
  EXPECT_FALSE(read->answers.front().took);
}

// 1e99 was cast to an int, and 4294967296 became question 0.
TEST(Player, ReadsOnlyNumbersThatARecordCanHave) {
  for (const char* number : {"1e99", "-1e99", "0.5", "4294967296", "9223372036854775808"}) {
    EXPECT_FALSE(parse_record(
        fmt::format(R"({{"lesson": "one", "variant": 0, "step": {}, "edits": [], "answers": []}})", number)))
        << number;
    EXPECT_FALSE(parse_record(fmt::format(
        R"({{"lesson": "one", "variant": 0, "step": 0, "edits": [], "answers": [{{"question": {}, "first": "1",
             "last": "1", "first_right": true, "solved": true, "attempts": 1, "hints": 0}}]}})",
        number)))
        << number;
  }
  EXPECT_FALSE(parse_answer_files(R"({"format": 1e99, "lessons": []})"));
}

// Each of them was counted on from, or added up, until it overflowed.
TEST(Player, ReadsOnlyCountsThatCanGrow) {
  for (const char* key : {"attempts", "hints", "took_s"})
    for (const auto& [count, is_read] : {std::pair{"0", true},
                                         {"1000000000", true},
                                         {"1000000001", false},
                                         {"-1", false},
                                         {"2147483647", false},
                                         {"9223372036854775807", false}}) {
      std::string text =
          R"({"lesson": "one", "variant": 0, "step": 0, "edits": [], "answers": [{"question": 0, "first": "1",
          "last": "1", "first_right": true, "solved": true, "attempts": 1, "hints": 1, "took_s": 1}]})";
      const std::string before = fmt::format("\"{}\": ", key);
      text.replace(text.find(before) + before.size(), 1, count);
      EXPECT_EQ(parse_record(text).has_value(), is_read) << text;
    }
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
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / fmt::format("commlab_record_{}", getpid());
};

TEST_F(RecordFile, GoesOnWhereTheLearnerWas) {
  Player player = example_player({.variant = 1});
  ASSERT_TRUE(player.answer(0, "1 ms"));
  ASSERT_TRUE(player.answer(1, "a"));
  player.go(1);
  ASSERT_TRUE(player.change("route", "0-7-2"));
  EXPECT_FALSE(completed(player.lesson(), {}));
  EXPECT_TRUE(completed(player.lesson(), player.record())) << "extra steps may be left out";
  ASSERT_TRUE(save_record(player.record(), folder_));

  const Result<LessonRecord> read = read_record(player.lesson(), folder_);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(record_text(*read), record_text(player.record()));
  Player again = example_player(*read);
  EXPECT_EQ(again.step(), 1);
  EXPECT_EQ(again.scene()->performed->experiment.route, relayed("0-7-2"));
  EXPECT_THAT(*exported_records(folder_), HasSubstr("\"first\": \"1 ms\""));
  EXPECT_THAT(*exported_records(folder_, "Ada"),
              testing::StartsWith("{\n  \"format\": 1,\n  \"name\": \"Ada\",\n  \"lessons\": ["));
}

TEST_F(RecordFile, ThatSomebodyHasChangedDoesNoHarm) {
  LessonRecord record{.variant = 0, .step = -7};
  record.answers = {{.question = 0, .first = "{", .last = ""},
                    {.question = 99, .attempts = 1, .hints = 1 << 30}};
  record.edits = {{0, {{"nonsense", "1"}}}, {-1, {}}};
  Player player = example_player(record);
  EXPECT_TRUE(player.content());
  EXPECT_TRUE(player.hint(0));
  EXPECT_TRUE(player.locked(player.step())) << "a text that was never taken opens no scene";
  ASSERT_TRUE(player.answer(0, "1 ms"));
  ASSERT_TRUE(player.answer(1, "a"));
  EXPECT_FALSE(player.scene());
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
