// A question on paper: where the answer is written or ticked, and the teacher's key to it.

#include <algorithm>

#include "lessons/given_away.h"
#include "lessons/judge.h"
#include "lessons/scene_keys.h"
#include "lessons/sheet.h"

namespace commlab {
namespace {

// What is given away: of a question that changes the scene, in the scene that answers it.
Result<Feedback> told(const Question& question, const StepInVariant& step, SceneRunner& runner) {
  LessonScene scene = step.scene;
  if (!question.solutions.empty()) {
    SceneKeys keys = question.solutions.front();
    for (auto& [key, value] : keys) value = drawn(value, step.varying);
    scene = changed(std::move(scene), keys);
  }
  Result<Feedback> feedback = given_away(question, runner.surroundings(scene, step.varying));
  if (!feedback) return feedback;
  for (std::string* words : {&feedback->result, &feedback->why})
    *words = drawn(*words, words_of(scene, step.varying));
  return feedback;
}

Result<AnswerKey> key_of(const Question& question, const StepInVariant& step, SceneRunner& runner) {
  Result<Feedback> feedback = told(question, step, runner);
  if (!feedback) return tl::unexpected(feedback.error());
  Result<std::vector<AnswerKey::Mistake>> mistakes = mistakes_of(question, step.surroundings);
  if (!mistakes) return tl::unexpected(mistakes.error());
  AnswerKey key{.answer = std::move(feedback->result),
                .why = std::move(feedback->why),
                .mistakes = *std::move(mistakes),
                .hints = {}};
  const Drawn words = words_of(step.scene, step.varying);
  for (AnswerKey::Mistake& mistake : key.mistakes)
    for (std::string* text : {&mistake.answer, &mistake.message}) *text = drawn(*text, words);
  std::erase_if(key.mistakes, [](const AnswerKey::Mistake& mistake) { return mistake.message.empty(); });
  return key;
}

// How many values are to be written.
Result<int> gaps_of(const Question& question, const StepInVariant& step) {
  if (question.kind == Question::Kind::point) return 1;
  if (question.kind != Question::Kind::value) return 0;
  return expected_answers(question, step.surroundings).map([](const std::vector<Value>& right) {
    return right.front().list() ? static_cast<int>(right.front().list()->size()) : 1;
  });
}

}  // namespace

Result<SheetQuestion> sheet_question(const Question& question, const StepInVariant& step, SheetNumber place,
                                     SceneRunner& runner, const FillIn& fill_in) {
  SheetQuestion made{.number = place.number, .predicts = question.predicts, .unit = question.unit};
  const Result<std::string> ask = text_in(step, question.ask, fill_in);
  if (!ask) return tl::unexpected(ask.error());
  made.ask = *ask;
  for (const AnswerChoice& choice : question.choices) {
    const Result<std::string> text = text_in(step, choice.text, fill_in);
    if (!text) return tl::unexpected(text.error());
    made.choices.push_back(*text);
  }
  const Result<int> gaps = gaps_of(question, step);
  if (!gaps) return tl::unexpected(gaps.error());
  made.gaps = *gaps;
  for (const std::string& key : question.allow) made.may_change.push_back(spoken_key_of(key));
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

SheetScene sheet_scene(const LessonScene& as_told, const std::vector<std::string>& answers) {
  LessonScene scene = with_parameters(as_told);
  for (auto& [key, value] : scene.keys)
    if (std::ranges::any_of(answers, [&](const std::string& answer) { return stands_in(value, answer); }))
      value = sheet_gap;
  return {.script = scene.kind == LessonScene::Kind::script ? scene.script : "", .keys = scene.keys};
}

FillIn with_gaps(const Surroundings& surroundings) {
  return [&surroundings](const Expression& expression, const ValueFormat& format) -> Result<std::string> {
    if (tells_the_run(expression)) return std::string(sheet_gap);
    return evaluate(expression, surroundings).and_then([&](const Value& value) {
      return written(value, format);
    });
  };
}

}  // namespace commlab
