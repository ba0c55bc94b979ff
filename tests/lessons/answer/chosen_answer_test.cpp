// Answers that are chosen: which choice a learner means, and what is said to a wrong one.

#include "lessons/answer/chosen_answer.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/answer/judge.h"
#include "lessons/expression/expression.h"

namespace commlab {
namespace {

using testing::HasSubstr;

Question with_choices(const std::vector<std::string>& texts) {
  Question question{.kind = Question::Kind::choice};
  for (const std::string& text : texts)
    question.choices.push_back(
        {.text = text, .holds = *parse_expression(question.choices.empty() ? "1 == 1" : "1 == 2")});
  return question;
}

TEST(ReadChoice, ALetterAndANumberNameAChoice) {
  const Question question = with_choices({"ring", "rings", "tree"});
  for (std::size_t i = 0; i < 3; ++i)
    for (const char first : {'a', 'A', '1'}) {
      const std::string name(1, static_cast<char>(first + static_cast<char>(i)));
      EXPECT_EQ(read_choice(question, name).value_or(9), i) << name;
    }
  for (const char* none : {"d", "D", "4", "0", "", " "}) EXPECT_FALSE(read_choice(question, none)) << none;
}

// A beginning of two letters or more names a choice, if no other choice begins like this.
TEST(ReadChoice, ABeginningThatOnlyOneChoiceHasNamesIt) {
  const std::vector<std::string> texts = {"the ring", "the tree", "gpu0", "gpu1", "none of them"};
  const Question question = with_choices(texts);
  for (std::size_t i = 0; i < texts.size(); ++i)
    for (std::size_t letters = 2; letters <= texts[i].size(); ++letters) {
      const std::string beginning = texts[i].substr(0, letters);
      const auto sharing =
          std::ranges::count_if(texts, [&](const auto& t) { return t.starts_with(beginning); });

      const Result<std::size_t> choice = read_choice(question, " " + beginning);

      ASSERT_EQ(choice.has_value(), sharing == 1) << beginning;
      if (choice)
        EXPECT_EQ(*choice, i) << beginning;
      else
        EXPECT_THAT(choice.error().message,
                    HasSubstr("is none of the choices: answer with a letter from a to e"));
    }
}

// A lesson's message is said to the wrong choice that it belongs to. Without one, a check still says that the
// choice is wrong; a prediction says nothing, because the run itself answers it.
TEST(JudgeChoice, SaysTheMessageOfAWrongChoice) {
  for (const bool predicts : {false, true})
    for (const std::string& message : {std::string(), std::string("A ring has no root.")}) {
      Question question = with_choices({"ring", "tree"});
      question.predicts = predicts;
      for (AnswerChoice& choice : question.choices) choice.message = message;

      const Result<Feedback> right = judge(question, "a", {});
      const Result<Feedback> wrong = judge(question, "b", {});

      ASSERT_TRUE(right && wrong);
      EXPECT_TRUE(right->right);
      EXPECT_EQ(right->message, "");
      EXPECT_FALSE(wrong->right);
      EXPECT_EQ(wrong->message, message.empty() && !predicts ? "It is another choice." : message) << predicts;
      EXPECT_EQ(wrong->yours, "tree");
      EXPECT_EQ(wrong->result, "ring");
      EXPECT_EQ(wrong->chosen, 1u);
      EXPECT_EQ(wrong->right_choice, 0u);
    }
}

}  // namespace
}  // namespace commlab
