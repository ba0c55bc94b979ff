#include "lessons/answer/chosen_answer.h"

#include <cassert>

#include "core/base/index.h"
#include "lessons/expression/fill.h"
#include "lessons/model/question_kinds.h"
#include "lessons/text/blanks.h"

namespace commlab {
namespace {

Result<Feedback> judge_chosen(const Question& question, std::string_view text,
                              const EvaluationContext& context) {
  const Result<std::size_t> given = read_choice(question, text), right = right_choice(question, context);
  if (!given) return tl::unexpected(given.error());
  if (!right) return tl::unexpected(right.error());
  const FillIn fill_in = fill_in_from(context);
  const AnswerChoice &chosen = question.choices[*given], &holds = question.choices[*right];
  const auto yours = filled(chosen.text, fill_in), result = filled(holds.text, fill_in),
             message = filled(chosen.message, fill_in);
  for (const auto* one : {&yours, &result, &message})
    if (!*one) return tl::unexpected(one->error());
  Feedback feedback{.right = *given == *right,
                    .yours = *yours,
                    .result = *result,
                    .chosen = *given,
                    .right_choice = *right,
                    .message = *given == *right                         ? ""
                               : message->empty() && !question.predicts ? "It is another choice."
                                                                        : *message};
  return explained(std::move(feedback), question, context);
}

Result<Feedback> reveal_choice(const Question& question, const EvaluationContext& context) {
  return right_choice(question, context).and_then([&](std::size_t right) {
    return filled(question.choices[right].text, fill_in_from(context)).map([&](std::string text) {
      return Feedback{.result = std::move(text), .right_choice = right};
    });
  });
}

Result<std::vector<Value>> no_values_of_choice(const Question&, const EvaluationContext&) {
  return std::vector<Value>();
}

Result<int> no_gaps_of_choice(const Question&, const EvaluationContext&) { return 0; }

void check_chosen(const Question& question, const QuestionCheck& check) {
  const Result<std::size_t> right = right_choice(question, check.here);
  if (!right) return check.problem(question.line, right.error().message);
  for (const AnswerChoice& choice : question.choices)
    for (const std::string* text : {&choice.text, &choice.message})
      if (const Status fine = check.fill(*text); !fine)
        check.problem(choice.holds.line, fine.error().message);
}

}  // namespace

constinit const AnswerRules chosen_answer_rules = {.judge = judge_chosen,
                                                   .reveal = reveal_choice,
                                                   .values = no_values_of_choice,
                                                   .gaps = no_gaps_of_choice,
                                                   .check = check_chosen};

Result<std::size_t> right_choice(const Question& question, const EvaluationContext& context) {
  assert(!question.choices.empty() && "the question has choices");
  std::vector<std::size_t> holding;
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const Result<bool> holds = evaluate_truth(question.choices[i].holds, context);
    if (!holds) return fail("\"{}\": {}", question.choices[i].text, holds.error().message);
    if (*holds) holding.push_back(i);
  }
  if (holding.size() == 1) return holding.front();
  if (holding.empty()) return fail("none of the choices holds; exactly one must");
  return fail("{} choices hold, \"{}\" and \"{}\" among them; exactly one must", holding.size(),
              question.choices[holding[0]].text, question.choices[holding[1]].text);
}

Result<std::size_t> read_choice(const Question& question, std::string_view text) {
  text = without_blanks(text);
  const std::size_t choices = question.choices.size();
  if (text.size() == 1) {
    const char c = text[0];
    for (const char first : {'a', 'A', '1'})
      if (c >= first && index(c - first) < choices) return index(c - first);
  }
  std::vector<std::size_t> meant;
  for (std::size_t i = 0; i < choices; ++i)
    if (text.size() > 1 && question.choices[i].text.starts_with(text)) meant.push_back(i);
  if (meant.size() == 1) return meant.front();
  return fail("'{}' is none of the choices: answer with a letter from a to {}", text.substr(0, 40),
              choice_letter(choices - 1));
}

}  // namespace commlab
