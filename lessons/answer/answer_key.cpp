#include "lessons/answer/answer_key.h"

#include "lessons/answer/typed_answer.h"
#include "lessons/expression/fill.h"

namespace commlab {
namespace {

Result<AnswerKey::Mistake> mistake(const Question& question, const WrongAnswer& wrong,
                                   const EvaluationContext& context) {
  const Result<Value> value = evaluate(wrong.value, context);
  if (!value) return tl::unexpected(value.error());
  return filled(wrong.message, fill_in_from(context)).map([&](std::string message) {
    return AnswerKey::Mistake{answer_text(question, *value), std::move(message)};
  });
}

Result<AnswerKey::Mistake> mistake(const AnswerChoice& choice, const EvaluationContext& context) {
  const Result<std::string> text = filled(choice.text, fill_in_from(context));
  if (!text) return tl::unexpected(text.error());
  return filled(choice.message, fill_in_from(context)).map([&](std::string message) {
    return AnswerKey::Mistake{*text, std::move(message)};
  });
}

}  // namespace

Result<std::vector<AnswerKey::Mistake>> mistakes_of(const Question& question,
                                                    const EvaluationContext& context) {
  std::vector<AnswerKey::Mistake> all;
  const auto keep = [&](Result<AnswerKey::Mistake> one) -> Status {
    return std::move(one).map([&](AnswerKey::Mistake made) { all.push_back(std::move(made)); });
  };
  for (const WrongAnswer& wrong : question.wrong)
    if (const Status kept = keep(mistake(question, wrong, context)); !kept)
      return tl::unexpected(kept.error());
  for (const AnswerChoice& choice : question.choices) {
    const Result<bool> holds = evaluate_truth(choice.holds, context);
    if (!holds) return tl::unexpected(holds.error());
    if (*holds) continue;
    if (const Status kept = keep(mistake(choice, context)); !kept) return tl::unexpected(kept.error());
  }
  return all;
}

}  // namespace commlab
