#include "lessons/play/answer_feedback.h"

#include "lessons/answer/assumption.h"
#include "lessons/answer/judge.h"
#include "lessons/expression/fill.h"
#include "lessons/model/question_kinds.h"
#include "lessons/model/shuffled_choices.h"

namespace commlab {
namespace {

Result<Feedback> with_assumption_of_step(Feedback feedback, const LearnerInLesson& learner,
                                         const AskedQuestion& asked, const LessonScene& scene,
                                         const EvaluationContext& context) {
  if (!says_the_assumption(learner.lesson.steps[asked.step], *asked.question)) return feedback;
  return with_assumption(std::move(feedback), *asked.question, scene, context);
}

// The feedback without the result and why, where they may not be told yet.
Feedback as_told(const Question& question, const LessonRecord::Answer& answer, Feedback feedback) {
  feedback.shown = answer.shown;
  if (answer.stars_shown) feedback.stars = answer.stars;  // the others do not count any more
  feedback.told = question.predicts || feedback.right || answer.shown || answer.solved;
  if (!feedback.told) {
    feedback.result = feedback.why = "";
    feedback.expected.reset();
    feedback.right_choice.reset();
  }
  if (answer.solved && !feedback.unmet.empty())
    feedback.message = fmt::format("It was solved before. This time, {}", feedback.unmet);
  return feedback;
}

// The last answer as the learner gave it; the record keeps a choice by its letter in the file.
std::string last_as_shown(const LearnerInLesson& learner, const AskedQuestion& asked,
                          const LessonRecord::Answer& answer) {
  if (answer_form(*asked.question) != AnswerForm::chosen) return answer.last;
  return shown_letter(*asked.question, order_in(learner.lesson, learner.record.variant), answer.last);
}

// The choices as this reader saw them, with their letters. `wrong`: the mistakes before those of choices.
void add_letters(AnswerKey& key, std::size_t right_choice, std::size_t wrong) {
  key.answer = lettered_choice(right_choice, key.answer);
  std::size_t place = 0;
  for (std::size_t i = wrong; i < key.mistakes.size(); ++i, ++place) {
    if (place == right_choice) ++place;
    key.mistakes[i].answer = lettered_choice(place, key.mistakes[i].answer);
  }
}

}  // namespace

Result<Feedback> judged(const LearnerInLesson& learner, const AskedQuestion& asked, std::string_view text) {
  const VariantValues varying = values_of_variant(learner.lesson, learner.record.variant);
  LessonScene scene = with_values(scene_of(learner.lesson, asked.step), varying);
  const Question& question = *asked.question;
  if (changes_scene(question)) scene = changed(std::move(scene), changes_in(learner.record, asked.step));
  const EvaluationContext context = learner.runner.context(scene, varying);
  Result<Feedback> feedback = judge(question, text, context).and_then([&](Feedback judged) {
    return with_assumption_of_step(std::move(judged), learner, asked, scene, context);
  });
  if (!feedback) return feedback;
  for (std::string* words : {&feedback->result, &feedback->message, &feedback->unmet, &feedback->why})
    *words = with_values(*words, words_of(scene, varying));
  return feedback;
}

Result<Feedback> revealed(const LearnerInLesson& learner, const AskedQuestion& asked) {
  const VariantValues varying = values_of_variant(learner.lesson, learner.record.variant);
  LessonScene scene = with_values(scene_of(learner.lesson, asked.step), varying);
  const std::vector<SceneKeys>& solutions = asked.question->solutions;
  if (!solutions.empty()) {
    SceneKeys keys = solutions.front();
    for (auto& [key, value] : keys) value = with_values(value, varying);
    scene = changed(std::move(scene), keys);
  }
  const EvaluationContext context = learner.runner.context(scene, varying);
  Result<Feedback> feedback = revealed(*asked.question, context).and_then([&](Feedback told) {
    return with_assumption_of_step(std::move(told), learner, asked, scene, context);
  });
  if (!feedback) return feedback;
  for (std::string* words : {&feedback->result, &feedback->why})
    *words = with_values(*words, words_of(scene, varying));
  return feedback;
}

Result<Feedback> feedback_to(const LearnerInLesson& learner, const AskedQuestion& asked,
                             const LessonRecord::Answer& answer) {
  const bool knew_nothing = asked.question->predicts && says_unknown(answer.last);
  if (!knew_nothing && !answer.shown)
    return judged(learner, asked, last_as_shown(learner, asked, answer)).map([&](Feedback feedback) {
      return as_told(*asked.question, answer, std::move(feedback));
    });
  Result<Feedback> feedback = revealed(learner, asked);
  if (!feedback) return feedback;
  feedback->unknown = knew_nothing;
  feedback->shown = answer.shown;
  if (knew_nothing) feedback->yours = "I don't know";
  if (answer.attempts == 0 || knew_nothing || changes_scene(*asked.question)) return feedback;
  if (const Result<Feedback> last = judged(learner, asked, last_as_shown(learner, asked, answer))) {
    feedback->right = last->right;
    feedback->yours = last->yours;
    feedback->given = last->given;
    feedback->chosen = last->chosen;
    feedback->message = last->message;
  }
  return feedback;
}

Result<BallotKey> ballot_key_to(const LearnerInLesson& learner, const AskedQuestion& asked) {
  const VariantValues varying = values_of_variant(learner.lesson, learner.record.variant);
  const LessonScene scene = with_values(scene_of(learner.lesson, asked.step), varying);
  return ballot_key(*asked.question, learner.runner.context(scene, varying));
}

Result<AnswerKey> key_to(const LearnerInLesson& learner, const AskedQuestion& asked) {
  const Question& question = *asked.question;
  const VariantValues varying = values_of_variant(learner.lesson, learner.record.variant);
  const LessonScene scene = with_values(scene_of(learner.lesson, asked.step), varying);
  const EvaluationContext context = learner.runner.context(scene, varying);
  Result<Feedback> told = revealed(learner, asked);
  if (!told) return tl::unexpected(told.error());
  Result<std::vector<AnswerKey::Mistake>> mistakes = mistakes_of(question, context);
  if (!mistakes) return tl::unexpected(mistakes.error());
  AnswerKey key{.answer = told->result, .why = told->why, .mistakes = *std::move(mistakes), .hints = {}};
  const VariantValues words = words_of(scene, varying);
  for (AnswerKey::Mistake& mistake : key.mistakes)
    for (std::string* text : {&mistake.answer, &mistake.message}) *text = with_values(*text, words);
  for (const std::string& hint : question.hints) {
    Result<std::string> text = filled(with_values(hint, words), fill_in_from(context));
    if (!text) return tl::unexpected(text.error());
    key.hints.push_back(*std::move(text));
  }
  if (told->right_choice) add_letters(key, *told->right_choice, question.wrong.size());
  return key;
}

}  // namespace commlab
