// What the check of a lesson says about a question with a typed answer, and the key to its wrong answers.

#include "lessons/answer/typed_answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lessons/answer/answer_key.h"
#include "lessons/answer/question_check.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Question question(const std::string& answer, std::vector<WrongAnswer> wrong = {}) {
  return {.line = 7, .answer = *parse_expression(answer), .wrong = std::move(wrong)};
}

WrongAnswer wrong(const std::string& value, const std::string& message) {
  return {.name = "half", .value = *parse_expression(value), .message = message};
}

// Nothing can be asked or filled in, but the text itself.
const EvaluationContext no_run{.ask = [](const RunQuery&) -> Result<Value> { return fail("no run"); },
                               .measured = {}};

std::vector<std::string> problems(const Question& question) {
  std::vector<std::string> said;
  typed_answer_rules.check(question,
                           {.here = no_run,
                            .changed = {},
                            .fill = [](const std::string&) { return Status(); },
                            .problem = [&](int, const std::string& sentence) { said.push_back(sentence); },
                            .variant = {}});
  return said;
}

TEST(TypedAnswer, TheRightOneMustBeUnderstoodAndAccepted) {
  EXPECT_THAT(problems(question("4")), IsEmpty());
  EXPECT_THAT(problems(question("[1, 2]")), IsEmpty());
  EXPECT_THAT(problems(question("\"\"")),
              ElementsAre(HasSubstr("the right answer is not understood: '' cannot be read")));
  EXPECT_THAT(problems(question("1 / 3")),
              ElementsAre(HasSubstr("the tolerance is too small for how it is written")));
  EXPECT_THAT(problems(question("time(run)")), ElementsAre(HasSubstr("answer: no run")));
}

TEST(TypedAnswer, AWrongOneMustBeWrongAndGetItsMessage) {
  EXPECT_THAT(problems(question("4", {wrong("2", "Twice.")})), IsEmpty());
  EXPECT_THAT(problems(question("4", {wrong("4", "Twice.")})),
              ElementsAre("wrong.half: it is the right answer, 4, within the tolerance"));
  EXPECT_THAT(problems(question("4", {wrong("2", "Twice."), wrong("2", "Half.")})),
              ElementsAre("wrong.half: its message is never given: another wrong answer has the same value"));
  EXPECT_THAT(problems(question("4", {wrong("1 / 0", "Twice.")})),
              ElementsAre("wrong.half: a division by zero"));
  EXPECT_THAT(problems(question("4", {wrong("\"\"", "Twice.")})),
              ElementsAre(HasSubstr("wrong.half: as an answer, '' is not understood")));
}

TEST(TypedAnswer, TheKeyHasEveryWrongAnswerWithItsMessage) {
  const auto mistakes = mistakes_of(question("4", {wrong("1 + 1", "Twice."), wrong("8", "")}), no_run);
  ASSERT_TRUE(mistakes) << mistakes.error().message;
  EXPECT_THAT(*mistakes, ElementsAre(AnswerKey::Mistake{"2", "Twice."}, AnswerKey::Mistake{"8", ""}));

  const auto none = mistakes_of(question("4", {wrong("1 / 0", "Twice.")}), no_run);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "a division by zero");
}

}  // namespace
}  // namespace commlab
