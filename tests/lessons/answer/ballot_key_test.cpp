// What a class may send as an answer, and what can be shown of it.

#include "lessons/answer/ballot_key.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/answer/answer_key.h"
#include "lessons/answer/judge.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/model/lesson_step.h"
#include "lessons/model/question_kinds.h"
#include "lessons/play/player.h"
#include "tests/lessons/tried_out.h"

namespace commlab {
namespace {

using testing::HasSubstr;

Question asking(const std::string& answer, Question::Kind kind = Question::Kind::value) {
  Question question;
  question.kind = kind;
  question.answer = *parse_expression(answer);
  return question;
}

const EvaluationContext without_runs{.ask = [](const RunQuery&) -> Result<Value> { return fail("no run"); },
                                     .measured = {}};

TEST(Ballot, ReadsAnswersAsTheLessonDoes) {
  Question question = asking("4.3 ms");
  question.unit = "ms";
  question.tolerance = 0.05;
  const BallotKey key = ballot_key(question, without_runs).value();
  for (const char* text : {"4.3", "4.3 ms", " 4300us ", "0.0043 s", "4.4"}) {
    const Result<BallotAnswer> read = read_ballot(key, text);
    ASSERT_TRUE(read) << text;
    EXPECT_TRUE(read->right) << text;
    EXPECT_EQ(read->right, judge(question, text, without_runs)->right);
  }
  EXPECT_EQ(read_ballot(key, "4300us")->text, "4.3 ms");
  EXPECT_EQ(read_ballot(key, "I don't know")->text, "?");
  EXPECT_FALSE(read_ballot(key, "1e999"));
  EXPECT_FALSE(read_ballot(key, "10^300 * 10^300"));
  EXPECT_FALSE(read_ballot(key, ""));
  EXPECT_EQ(read_ballot(key, "4 MB").error().message,
            "'4 MB' is a size: the answer is a number in ms, as in 12.5 ms");
}

TEST(Ballot, ReadsListsAndYesOrNo) {
  const BallotKey list = ballot_key(asking("[4, 3, 2, 1]"), without_runs).value();
  EXPECT_TRUE(read_ballot(list, "4 3 2 1")->right);
  EXPECT_EQ(read_ballot(list, "[4,3,2,2]")->text, "4, 3, 2, 2");
  EXPECT_FALSE(read_ballot(list, "4, 3, 2"));
  const BallotKey truth = ballot_key(asking("1 < 2"), without_runs).value();
  EXPECT_TRUE(read_ballot(truth, "yes")->right);
  EXPECT_FALSE(read_ballot(truth, "perhaps"));
}

TEST(Ballot, AnswersWithinTheToleranceOfAKnownValueAreOne) {
  Question question = asking("100");
  question.tolerance = 0.05;
  const BallotKey key = ballot_key(question, without_runs).value();
  const auto read = [&](const char* text) { return read_ballot(key, text).value(); };
  EXPECT_TRUE(same_ballot(key, read("99"), read("101")));
  EXPECT_TRUE(same_ballot(key, read("5"), read("5.0")));
  EXPECT_FALSE(same_ballot(key, read("5"), read("5.01")));
  EXPECT_FALSE(same_ballot(key, read("99"), read("5")));
}

// The lessons that are shipped: whatever a class can be asked, the right answer can be sent by phone and is
// counted as right.
TEST(Ballot, EveryQuestionOfEveryLessonTakesItsRightAndItsKnownWrongAnswers) {
  int asked = 0;
  for (const auto& file : std::filesystem::directory_iterator(COMMLAB_SOURCE_DIR "/lessons")) {
    if (!file.path().string().ends_with(".lesson.md")) continue;
    const Lesson lesson = read_lesson(file.path()).value();
    Player player(lesson, simulating_laboratory());
    int number = 0;
    for (const LessonStep& step : lesson.steps)
      each_question(step, [&](const Question& question) {
        const int here = number++;
        if (changes_scene(question)) return;
        const Result<BallotKey> key = player.ballot_key(here);
        ASSERT_TRUE(key) << file << ":" << question.line << ": " << key.error().message;
        if (answer_form(question) == AnswerForm::chosen) {
          const std::string letter(1, static_cast<char>('a' + static_cast<char>(key->right_choice)));
          EXPECT_TRUE(read_ballot(*key, letter)->right) << file << ":" << question.line;
        } else {
          const Result<AnswerKey> told = player.answer_key(here);
          ASSERT_TRUE(told) << file << ":" << question.line;
          const std::string right = told->answer.substr(0, told->answer.find(", or"));
          const Result<BallotAnswer> read = read_ballot(*key, right);
          ASSERT_TRUE(read) << file << ":" << question.line << ": " << right << ": " << read.error().message;
          EXPECT_TRUE(read->right) << file << ":" << question.line << ": " << right;
          for (const AnswerKey::Mistake& mistake : told->mistakes) {
            const Result<BallotAnswer> wrong = read_ballot(*key, mistake.answer);
            ASSERT_TRUE(wrong) << file << ":" << question.line << ": " << mistake.answer;
            EXPECT_FALSE(wrong->right) << file << ":" << question.line << ": " << mistake.answer;
          }
        }
        ++asked;
      });
  }
  EXPECT_GT(asked, 100);
}

}  // namespace
}  // namespace commlab
