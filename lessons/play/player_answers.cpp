// What a Player says to answers, and what it keeps of them.

#include <algorithm>

#include "lessons/answer/judge.h"
#include "lessons/expression/fill.h"
#include "lessons/model/question_kinds.h"
#include "lessons/play/place_in_lesson.h"
#include "lessons/play/player.h"

namespace commlab {
namespace {

constexpr int most_wrong_answers = 3;  // after so many, the result of a check is told
constexpr std::string_view unknown = "?";

tl::unexpected<Error> no_question(int question) {
  return fail("there is no question {} in this lesson", question);
}

// The feedback without the result and why, where they may not be told yet.
Feedback as_told(const Question& question, const LessonRecord::Answer& answer, Feedback feedback) {
  feedback.shown = answer.shown;
  if (answer.stars_shown) feedback.stars = answer.stars;  // the others do not count any more
  feedback.told = question.predicts || feedback.right || answer.shown || answer.solved;
  if (!feedback.told) feedback.result = feedback.why = "";
  if (answer.solved && !feedback.unmet.empty())
    feedback.message = fmt::format("It was solved before. This time, {}", feedback.unmet);
  return feedback;
}

}  // namespace

// When the learner answers.

void Player::begin_clock() {
  if (clocked_step_ == step()) return;
  clocked_step_ = step();
  since_ = runner_->laboratory().clock ? std::optional(runner_->laboratory().clock()) : std::nullopt;
}

void Player::keep_time(LessonRecord::Answer& answer) {
  if (!runner_->laboratory().clock) return;
  const std::int64_t now = runner_->laboratory().clock();
  answer.answered = now;
  if (since_) answer.took = std::max<std::int64_t>(0, now - *since_);
  since_ = now;
}

// What the learner answers.

Result<Feedback> Player::judged(const AskedQuestion& asked, std::string_view text) {
  const VariantValues varying = values_of_variant(lesson_, record_.variant);
  LessonScene scene = with_values(scene_of(lesson_, asked.step), varying);
  const Question& question = *asked.question;
  if (changes_scene(question)) scene = changed(std::move(scene), edits(asked.step));
  const EvaluationContext context = runner_->context(scene, varying);
  Result<Feedback> feedback = judge(question, text, context);
  if (!feedback) return feedback;
  for (std::string* words : {&feedback->result, &feedback->message, &feedback->why})
    *words = with_values(*words, words_of(scene, varying));
  return feedback;
}

Result<Feedback> Player::revealed(const AskedQuestion& asked) {
  const VariantValues varying = values_of_variant(lesson_, record_.variant);
  LessonScene scene = with_values(scene_of(lesson_, asked.step), varying);
  const std::vector<SceneKeys>& solutions = asked.question->solutions;
  if (!solutions.empty()) {
    SceneKeys keys = solutions.front();
    for (auto& [key, value] : keys) value = with_values(value, varying);
    scene = changed(std::move(scene), keys);
  }
  Result<Feedback> feedback = commlab::revealed(*asked.question, runner_->context(scene, varying));
  if (!feedback) return feedback;
  for (std::string* words : {&feedback->result, &feedback->why})
    *words = with_values(*words, words_of(scene, varying));
  return feedback;
}

// The feedback to the last answer, computed again whenever the step is shown.
Result<Feedback> Player::said_to(const AskedQuestion& asked, const LessonRecord::Answer& answer) {
  const bool knew_nothing = asked.question->predicts && says_unknown(answer.last);
  if (!knew_nothing && !answer.shown)
    return judged(asked, answer.last).map([&](Feedback feedback) {
      return as_told(*asked.question, answer, std::move(feedback));
    });
  Result<Feedback> feedback = revealed(asked);
  if (!feedback) return feedback;
  feedback->unknown = knew_nothing;
  feedback->shown = answer.shown;
  if (knew_nothing) feedback->yours = "I don't know";
  if (answer.attempts == 0 || knew_nothing || changes_scene(*asked.question)) return feedback;
  if (const Result<Feedback> last = judged(asked, answer.last)) {
    feedback->right = last->right;
    feedback->yours = last->yours;
    feedback->message = last->message;
  }
  return feedback;
}

Result<Feedback> Player::answer(int question, std::string_view text) {
  runner_->count_anew();
  const std::optional<AskedQuestion> asked = find(question);
  if (!asked) return no_question(question);
  const bool predicts = asked->question->predicts;
  if (locked(asked->step) && !predicts) return fail("this is asked once the step's predictions are made");
  const bool knows_nothing = says_unknown(text);
  if (knows_nothing && !predicts)
    return fail("a check waits until it is found; there may be a hint, and its result can be shown");
  if (knows_nothing) text = unknown;
  const Result<Feedback> judgement = knows_nothing ? revealed(*asked) : judged(*asked, text);
  if (!judgement) return judgement;

  LessonRecord::Answer& answer = record_of(question);
  if (answer.attempts++ == 0) {
    answer.first = text;
    answer.first_right = judgement->right && !knows_nothing;
    keep_time(answer);
  }
  answer.last = text;
  for (const std::string& star : judgement->stars)
    if (!answer.stars_shown && std::ranges::find(answer.stars, star) == answer.stars.end())
      answer.stars.push_back(star);
  answer.solved = answer.solved || (judgement->right && !answer.shown);
  const bool enough = !predicts && !changes_scene(*asked->question) && answer.attempts >= most_wrong_answers;
  if (enough && !answer.solved) answer.shown = true;
  if (locked(asked->step))
    return Feedback{.yours = knows_nothing ? "I don't know" : judgement->yours,
                    .message = "Kept. The result is shown when all predictions of this step are made.",
                    .unknown = knows_nothing,
                    .told = false};
  return said_to(*asked, answer);
}

Result<Feedback> Player::show(int question) {
  runner_->count_anew();
  const std::optional<AskedQuestion> asked = find(question);
  if (!asked) return no_question(question);
  if (asked->question->predicts) return fail("a prediction is guessed; \"I don't know\" is an answer to it");
  if (locked(asked->step)) return fail("this is asked once the step's predictions are made");
  const Result<Feedback> feedback = revealed(*asked);
  if (!feedback) return feedback;
  LessonRecord::Answer& answer = record_of(question);
  answer.shown = !answer.solved;
  answer.stars_shown = true;
  put_solution(*asked);
  return said_to(*asked, answer).map([&](Feedback said) {
    said.result = feedback->result;
    return said;
  });
}

// Replaces the learner's changes of the step by the solution, so that the run that is seen is the one that
// is told.
void Player::put_solution(const AskedQuestion& asked) {
  const std::vector<SceneKeys>& solutions = asked.question->solutions;
  if (solutions.empty()) return;
  SceneKeys keys = solutions.front();
  for (auto& [key, value] : keys) value = with_values(value, values_of_variant(lesson_, record_.variant));
  std::erase_if(record_.edits, [&](const auto& edit) { return edit.first == asked.step; });
  record_.edits.emplace_back(asked.step, std::move(keys));
}

Result<AnswerKey> Player::answer_key(int number) {
  runner_->count_anew();
  const std::optional<AskedQuestion> asked = find(number);
  if (!asked) return no_question(number);
  const Question& question = *asked->question;
  const VariantValues varying = values_of_variant(lesson_, record_.variant);
  const LessonScene scene = with_values(scene_of(lesson_, asked->step), varying);
  const EvaluationContext context = runner_->context(scene, varying);
  Result<Feedback> told = revealed(*asked);
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
  return key;
}

Result<std::string> Player::hint(int question) {
  const std::optional<AskedQuestion> asked = find(question);
  if (!asked) return no_question(question);
  const std::vector<std::string>& hints = asked->question->hints;
  LessonRecord::Answer& answer = record_of(question);
  if (answer.hints >= static_cast<int>(hints.size()))
    return fail("{}", hints.empty() ? "there is no hint to this question" : "there are no more hints");
  Result<std::string> text = fill(here(), hints[answer.hints], asked->question->line);
  if (text) ++answer.hints;
  return text;
}

}  // namespace commlab
