#include "lessons/class/sheet_question.h"

#include <algorithm>

#include "lessons/answer/answer_rules.h"
#include "lessons/answer/assumption.h"
#include "lessons/answer/judge.h"
#include "lessons/answer/key_words.h"
#include "lessons/model/scene_keys.h"
#include "lessons/model/shuffled_choices.h"

namespace commlab {
namespace {

// The result of a question. Where it is answered by changing the scene, that of the given solution.
Result<Feedback> told(const Question& question, const StepInVariant& step, SceneRunner& runner,
                      const SceneKeys& solution) {
  SceneKeys keys = solution;
  for (auto& [key, value] : keys) value = with_values(value, step.varying);
  const LessonScene scene = changed(step.scene, keys);
  const EvaluationContext context = runner.context(scene, step.varying);
  Result<Feedback> feedback = revealed(question, context);
  if (feedback && says_the_assumption(*step.step, question))
    feedback = with_assumption(*std::move(feedback), question, scene, context);
  if (!feedback) return feedback;
  for (std::string* words : {&feedback->result, &feedback->why})
    *words = with_values(*words, words_of(scene, step.varying));
  return feedback;
}

Result<AnswerKey> key_of(const Question& question, const StepInVariant& step, SceneRunner& runner) {
  Result<Feedback> feedback =
      told(question, step, runner, question.solutions.empty() ? SceneKeys() : question.solutions.front());
  if (!feedback) return tl::unexpected(feedback.error());
  for (std::size_t other = 1; other < question.solutions.size(); ++other) {
    const Result<Feedback> also = told(question, step, runner, question.solutions[other]);
    if (!also) return tl::unexpected(also.error());
    feedback->result += "; or " + also->result;
  }
  Result<std::vector<AnswerKey::Mistake>> mistakes = mistakes_of(question, step.context);
  if (!mistakes) return tl::unexpected(mistakes.error());
  AnswerKey key{.answer = std::move(feedback->result),
                .why = std::move(feedback->why),
                .mistakes = *std::move(mistakes),
                .hints = {}};
  const VariantValues words = words_of(step.scene, step.varying);
  for (AnswerKey::Mistake& mistake : key.mistakes)
    for (std::string* text : {&mistake.answer, &mistake.message}) *text = with_values(*text, words);
  std::erase_if(key.mistakes, [](const AnswerKey::Mistake& mistake) { return mistake.message.empty(); });
  return key;
}

}  // namespace

Result<SheetQuestion> sheet_question(const Question& question, const StepInVariant& step, SheetNumber place,
                                     SceneRunner& runner, const FillIn& fill_in) {
  SheetQuestion made{.number = place.number, .predicts = question.predicts, .unit = question.unit};
  const Result<std::string> ask = text_in(step, question.ask, fill_in);
  if (!ask) return tl::unexpected(ask.error());
  made.ask = *ask;
  for (const std::size_t place : shown_choices(question, step.order)) {
    const AnswerChoice& choice = question.choices[place];
    const Result<std::string> text = text_in(step, choice.text, fill_in);
    if (!text) return tl::unexpected(text.error());
    made.choices.push_back(*text);
  }
  const Result<int> gaps = rules_of(question).gaps(question, step.context);
  if (!gaps) return tl::unexpected(gaps.error());
  made.gaps = *gaps;
  for (const std::string& key : question.allow)
    made.may_change.push_back({spoken_key_of(key), words_of_key(question, key)});
  for (const LabelledExpression& star : question.stars) {
    const Result<std::string> text = text_in(step, star.label, fill_in);
    if (!text) return tl::unexpected(text.error());
    made.aims.push_back(fmt::format("{}: {}", star.name, text->empty() ? star.value.text : *text));
  }
  if (!place.answers) return made;
  return key_of(question, step, runner).map([&](AnswerKey key) {
    made.key = std::move(key);
    return made;
  });
}

FillIn with_gaps(const EvaluationContext& context) {
  return [&context](const Expression& expression, const ValueFormat& format) -> Result<std::string> {
    if (tells_the_run(expression)) return std::string(sheet_gap);
    return evaluate(expression, context).and_then([&](const Value& value) { return written(value, format); });
  };
}

}  // namespace commlab
