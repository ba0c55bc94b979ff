// Every learner sees the choices of a question in an order of their own; a record names them by their letters
// in the file.

#include <algorithm>
#include <filesystem>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/format/lesson_parser.h"
#include "lessons/model/scene.h"
#include "lessons/model/shuffled_choices.h"
#include "tests/lessons/player_of.h"

namespace commlab {
namespace {

const Question& question_with_choices(const Player& player) {
  for (const LessonStep& step : player.lesson().steps)
    for (const LessonStep::Item& item : step.items)
      if (const auto* question = std::get_if<Question>(&item); question && question->choices.size() > 2)
        return *question;
  std::abort();
}

TEST(ShuffledChoices, AreTheSameChoicesInEveryOrderAndLettersLeadBack) {
  const Player player = example_player();
  const Question& of_file = question_with_choices(player);
  std::set<std::vector<std::size_t>> orders;
  for (std::uint64_t order = 0; order < orders_of_choices; ++order) {
    std::vector<std::size_t> shown = shown_choices(of_file, order);
    orders.insert(shown);
    const Question question = with_choices_in(of_file, order);
    for (std::size_t place = 0; place < shown.size(); ++place) {
      EXPECT_EQ(question.choices[place].text, of_file.choices[shown[place]].text);
      const std::string letter(1, static_cast<char>('a' + place));
      EXPECT_EQ(shown_letter(question, order, recorded_letter(question, order, place)), letter);
    }
    std::ranges::sort(shown);
    for (std::size_t i = 0; i < shown.size(); ++i) EXPECT_EQ(shown[i], i);
  }
  EXPECT_GT(orders.size(), 3u);
}

// The right choice is "a" of the file, whatever its letter is on the screen.
TEST(ShuffledChoices, AreJudgedAndRecordedByWhatTheySay) {
  std::set<char> letters;
  for (std::uint64_t order = 0; order < 30; ++order) {
    const std::uint64_t values = combinations_of(example_player().lesson());
    Player player = example_player({.variant = order * values});
    ASSERT_TRUE(player.answer(0, "53 ms"));
    const QuestionState asked = questions_of(player)[1];
    char letter = 'a';
    while (recorded_letter(*asked.question, order, static_cast<std::size_t>(letter - 'a')) != "a") ++letter;
    letters.insert(letter);

    const Result<Feedback> feedback = player.answer(1, std::string(1, letter));
    ASSERT_TRUE(feedback);
    EXPECT_TRUE(feedback->right) << order;
    EXPECT_EQ(player.record().answers.back().first, "a") << "the record keeps the letter of the file";
    const QuestionState after = questions_of(player)[1];
    EXPECT_EQ(after.feedback->chosen, static_cast<std::size_t>(letter - 'a'));
    EXPECT_EQ(after.feedback->right_choice, after.feedback->chosen);
    Player again = example_player(player.record());
    EXPECT_TRUE(questions_of(again)[1].feedback->right) << "a record that is read again";
  }
  EXPECT_GT(letters.size(), 1u);
}

// In the files, 45 of 53 right choices are the first or the second. A class does not see that.
TEST(ShuffledChoices, SpreadTheFirstTwoChoicesOfTheFileOverAllPlaces) {
  int questions = 0, still_first_two = 0;
  for (const auto& entry : std::filesystem::directory_iterator(COMMLAB_SOURCE_DIR "/lessons")) {
    if (!entry.path().string().ends_with(".lesson.md")) continue;
    const Lesson lesson = read_lesson(entry.path()).value();
    const std::uint64_t order = order_in(lesson, variant_of_class(lesson));
    for (const LessonStep& step : lesson.steps)
      for (const LessonStep::Item& item : step.items) {
        const auto* question = std::get_if<Question>(&item);
        if (!question || question->choices.size() < 4) continue;
        const std::vector<std::size_t> shown = shown_choices(*question, order);
        ++questions;
        still_first_two += std::ranges::find(shown, std::size_t{0}) - shown.begin() < 2;
      }
  }
  EXPECT_GT(questions, 5);
  EXPECT_LT(still_first_two, 0.8 * questions);
  EXPECT_GT(still_first_two, 0.2 * questions);
}

}  // namespace
}  // namespace commlab
