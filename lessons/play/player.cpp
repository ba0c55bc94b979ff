#include "lessons/play/player.h"

#include <algorithm>
#include <cassert>

#include "core/plan/before_the_run.h"
#include "lessons/answer/chosen_answer.h"
#include "lessons/answer/judge.h"
#include "lessons/model/lesson_step.h"
#include "lessons/model/question_kinds.h"
#include "lessons/model/scene_keys.h"
#include "lessons/model/script_files.h"
#include "lessons/model/shuffled_choices.h"
#include "lessons/play/answer_feedback.h"
#include "lessons/play/asked_link.h"
#include "lessons/play/explore.h"
#include "lessons/play/measured_here.h"
#include "lessons/play/place_in_lesson.h"
#include "lessons/play/questions_mark.h"
#include "lessons/run/scene_values.h"
#include "lessons/text/blanks.h"

namespace commlab {
namespace {

// Whether the scene can be set up; it is not run.
Status possible(const LessonScene& as_told) {
  const LessonScene scene = with_parameters(as_told);
  switch (scene.kind) {
    case LessonScene::Kind::experiment: return experiment_of(scene).map([](const Experiment&) {});
    case LessonScene::Kind::script: return script_scene_of(scene).map([](const ScriptScene&) {});
    case LessonScene::Kind::launch:
      return launch_table_of(scene).and_then([](const LaunchTable& table) -> Status {
        if (const Status known = check_visible_gpus(table); !known) return known;
        return launch_of(table).map([](const Launched&) {});
      });
    case LessonScene::Kind::none: break;
  }
  return fail("there is no scene in this step");
}

std::string spoken_keys(const std::vector<std::string>& keys) {
  std::vector<std::string> spoken;
  for (const std::string& key : keys) spoken.push_back(spoken_key_of(key));
  return fmt::format("{}", fmt::join(spoken, ", "));
}

constexpr int most_wrong_answers = 3;  // after this many, a check's result is told
constexpr std::string_view unknown = "?";

tl::unexpected<Error> no_question(int question) {
  return fail("there is no question {} in this lesson", question);
}

Lesson in_variant(Lesson lesson, std::uint64_t variant) {
  const std::uint64_t order = order_in(lesson, variant);
  return with_choices_in(std::move(lesson), order);
}

// The answer as the record keeps it: a choice by its letter in the file.
std::string as_recorded(const Question& question, std::uint64_t order, std::string_view text) {
  if (answer_form(question) != AnswerForm::chosen) return std::string(text);
  const Result<std::size_t> place = read_choice(question, text);
  return place ? recorded_letter(question, order, *place) : std::string(text);
}

}  // namespace

Player::Player(Lesson lesson, const Laboratory& laboratory, LessonRecord record, SceneLimits limits)
    : lesson_(in_variant(with_script_files(std::move(lesson), laboratory), record.variant)),
      record_(std::move(record)),
      runner_(std::make_shared<SceneRunner>(laboratory, limits)) {
  record_.lesson = lesson_.id;
  record_.step = std::clamp(record_.step, 0, steps() - 1);
}

// Where the learner is.

int Player::questions() const {
  int all = 0;
  for (const LessonStep& step : lesson_.steps) all += questions_of(step);
  return all;
}

bool Player::waits_for_fit(int step) const {
  assert(step >= 0 && step < steps() && "the lesson has this step");
  int number = first_question(lesson_, step);
  bool open = false;
  each_question(lesson_.steps[step], [&](const Question& question) {
    const LessonRecord::Answer* const answer = answer_to(record_, number++);
    open = open || (!question.fits.empty() && (!answer || !(answer->solved || answer->shown)));
  });
  return open;
}

void Player::go(int step) {
  runner_->count_anew();
  step = std::clamp(step, 0, steps() - 1);
  while (record_.step < step && !locked(record_.step) && !waits_for_fit(record_.step)) ++record_.step;
  record_.step = std::min(record_.step, step);
}

void Player::jump(int step) {
  runner_->count_anew();
  record_.step = std::clamp(step, 0, steps() - 1);
}

void Player::restart(int step) {
  runner_->count_anew();
  record_ = {.lesson = lesson_.id, .variant = record_.variant, .step = std::clamp(step, 0, steps() - 1)};
  clock_.forget();
}

// What is kept about the learner.

LessonRecord::Answer& Player::record_of(int question) {
  const auto found = std::ranges::find(record_.answers, question, &LessonRecord::Answer::question);
  if (found != record_.answers.end()) return *found;
  if (record_.answers.empty())
    record_.questions = questions_mark(with_choices_of_file(lesson_, order_in(lesson_, record_.variant)));
  record_.answers.push_back({.question = question});
  return record_.answers.back();
}

std::vector<std::string> Player::may_change(int step) const {
  std::vector<std::string> keys;
  each_question(lesson_.steps[step], [&](const Question& question) {
    for (const std::string& key : question.allow)
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
  });
  return keys;
}

// What the learner sees.

Result<StepContent> Player::content() {
  clock_.begin(step(), runner_->laboratory());
  return display_.content(learner());
}

Result<PlayedScene> Player::scene() {
  assert(!locked(step()) && "the predictions of the step are answered");
  const PlaceInLesson here = place_of(lesson_, record_);
  // An error after the learner's changes is not the lesson's, so it gets no line of the lesson's file.
  const Result<SceneRun> run = runner_->run(here.now);
  const bool own = changes_in(record_, here.number).empty();
  return (own ? placed(run, lesson_, here.scene.line) : run).map([&](const SceneRun& run) {
    PlayedScene scene = scene_at_rest();
    scene.performed = run.performed;
    scene.script_run = run.script_run;
    scene.launched = run.launched;
    scene.asks_for_link = has_open_question_for_link(here);
    return scene;
  });
}

// Also one of the following steps, as long as the scene goes on.
bool Player::has_open_question_for_link(const PlaceInLesson& here) {
  int number = first_question(lesson_, here.number);
  bool open = false;
  for (int step = here.number; step < steps(); ++step) {
    if (step > here.number && has_scene(lesson_.steps[step])) break;
    each_question(lesson_.steps[step], [&](const Question& question) {
      const LessonRecord::Answer* const answer = answer_to(record_, number++);
      const bool is_done = answer && (question.predicts || answer->solved || answer->shown);
      open = open || (!is_done && asks_for_link(question, here, *runner_));
    });
  }
  return open;
}

PlayedScene Player::scene_at_rest() const {
  const PlaceInLesson here = place_of(lesson_, record_);
  const bool script = here.now.kind == LessonScene::Kind::script;
  return {.keys = here.now.keys,
          .script = script ? with_parameters(here.now).script : "",
          .performed = nullptr,
          .script_run = nullptr,
          .launched = nullptr,
          .may_change = may_change(here.number)};
}

std::shared_ptr<const Outcome> Player::inputs() {
  const LessonScene scene = place_of(lesson_, record_).now;
  if (scene.kind != LessonScene::Kind::experiment) return nullptr;
  const Result<SceneRun> run = runner_->run(scene);
  if (!run) return nullptr;
  const Outcome& outcome = *run->performed;
  const bool knows_all_ranks = outcome.programs && outcome.run.trace && !outcome.trace().recorded;
  return knows_all_ranks ? std::make_shared<const Outcome>(before_the_run(outcome)) : nullptr;
}

// What the learner answers.

Result<Feedback> Player::answer(int question, std::string_view text) {
  runner_->count_anew();
  const std::optional<AskedQuestion> asked = find_question(lesson_, question);
  if (!asked) return no_question(question);
  const bool predicts = asked->question->predicts;
  if (locked(asked->step) && !predicts) return fail("this is asked once the step's predictions are made");
  const bool knows_nothing = says_unknown(text);
  if (knows_nothing && !predicts)
    return fail("a check waits until it is solved; there may be a hint, and its result can be shown");
  if (knows_nothing) text = unknown;
  const Result<Feedback> judgement =
      knows_nothing ? revealed(learner(), *asked) : judged(learner(), *asked, text);
  if (!judgement) return judgement;

  const std::string kept = knows_nothing
                               ? std::string(text)
                               : as_recorded(*asked->question, order_in(lesson_, record_.variant), text);
  LessonRecord::Answer& answer = record_of(question);
  if (answer.attempts++ == 0) {
    answer.first = kept;
    answer.first_right = judgement->right && !knows_nothing;
    clock_.keep_time(answer, runner_->laboratory());
  }
  answer.last = kept;
  for (const std::string& star : judgement->stars)
    if (!answer.stars_shown && std::ranges::find(answer.stars, star) == answer.stars.end())
      answer.stars.push_back(star);
  answer.solved = answer.solved || (judgement->right && !answer.shown);
  const bool enough = !predicts && !changes_scene(*asked->question) && answer.attempts >= most_wrong_answers;
  if (enough && !answer.solved) answer.shown = true;
  if (locked(asked->step))
    return Feedback{.yours = knows_nothing ? "I don't know" : judgement->yours,
                    .chosen = judgement->chosen,
                    .message = "Kept. The result is shown when all predictions of this step are made.",
                    .unknown = knows_nothing,
                    .told = false};
  return feedback_to(learner(), *asked, answer);
}

Result<Feedback> Player::show(int question) {
  runner_->count_anew();
  const std::optional<AskedQuestion> asked = find_question(lesson_, question);
  if (!asked) return no_question(question);
  if (asked->question->predicts) return fail("a prediction is guessed; \"I don't know\" is an answer to it");
  if (locked(asked->step)) return fail("this is asked once the step's predictions are made");
  const Result<Feedback> feedback = revealed(learner(), *asked);
  if (!feedback) return feedback;
  LessonRecord::Answer& answer = record_of(question);
  answer.shown = !answer.solved;
  answer.stars_shown = true;
  put_solution(*asked);
  return feedback_to(learner(), *asked, answer).map([&](Feedback said) {
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

Result<AnswerKey> Player::answer_key(int question) {
  runner_->count_anew();
  const std::optional<AskedQuestion> asked = find_question(lesson_, question);
  if (!asked) return no_question(question);
  return key_to(learner(), *asked);
}

Result<BallotKey> Player::ballot_key(int question) {
  runner_->count_anew();
  const std::optional<AskedQuestion> asked = find_question(lesson_, question);
  if (!asked) return no_question(question);
  if (changes_scene(*asked->question)) return fail("the question is answered by changing the scene");
  return ballot_key_to(learner(), *asked);
}

Result<std::string> Player::hint(int question) {
  const std::optional<AskedQuestion> asked = find_question(lesson_, question);
  if (!asked) return no_question(question);
  const std::vector<std::string>& hints = asked->question->hints;
  LessonRecord::Answer& answer = record_of(question);
  if (answer.hints >= static_cast<int>(hints.size()))
    return fail("{}", hints.empty() ? "there is no hint to this question" : "there are no more hints");
  Result<std::string> text =
      text_at(learner(), place_of(lesson_, record_), hints[answer.hints], asked->question->line);
  if (text) ++answer.hints;
  return text;
}

// What the learner changes.

Status Player::change(std::string_view key_or_parameter, std::string_view value) {
  const std::vector<std::string> keys = may_change(step());
  const std::string parameter = fmt::format("with.{}", key_or_parameter);
  const bool of_parameter = std::ranges::find(keys, parameter) != keys.end();
  const std::string key = of_parameter ? parameter : std::string(key_or_parameter);
  if (locked(step())) return fail("the scene can be changed once the step's predictions are made");
  if (std::ranges::find(keys, key) == keys.end())
    return keys.empty() ? fail("nothing can be changed in this step")
                        : fail("'{}' cannot be changed here; {} can", spoken_key_of(key), spoken_keys(keys));
  value = without_blanks(value);
  if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"'))
    value = value.substr(1, value.size() - 2);
  return edit(key, value);
}

Status Player::change_and_run(const SceneKeys& changes) {
  const auto before = record_.edits;
  Status done = change_all(changes);
  const auto names = [&](std::string_view key) {
    return std::ranges::find(changes, key, &SceneKey::first) != changes.end();
  };
  if (!done && names("run") && !names("algorithm")) {
    record_.edits = before;
    SceneKeys anew = changes;
    anew.emplace_back("algorithm", "default");
    if (Status second = change_all(anew)) done = second;
  }
  if (!done) record_.edits = before;
  return done;
}

Status Player::change_all(const SceneKeys& changes) {
  for (const auto& [key, value] : changes)
    if (const Status changed = change(key, value); !changed) return changed;
  return runner_->run(place_of(lesson_, record_).now).map([](const SceneRun&) {});
}

Status Player::edit(const std::string& key, std::string_view value) {
  runner_->count_anew();
  SceneKeys edited = changes_in(record_, step());
  const SceneKey change(key, value);
  std::erase_if(edited, [&](const SceneKey& edit) { return edit.first == key || contradict(change, edit); });
  edited.push_back(change);
  const LessonScene scene =
      changed(with_values(scene_of(lesson_, step()), values_of_variant(lesson_, record_.variant)), edited);
  if (const Status fine = possible(scene); !fine) return fine;
  undo_changes();
  record_.edits.emplace_back(step(), std::move(edited));
  return {};
}

void Player::undo_changes() {
  std::erase_if(record_.edits, [&](const auto& edit) { return edit.first == step(); });
}

Result<PlayedScene> Player::what_if(const SceneKeys& changes) {
  runner_->count_anew();
  const PlaceInLesson here = place_of(lesson_, record_);
  if (here.locked) return fail("nothing is run before the step's predictions are made");
  const LessonScene scene = changed(here.now, changes);
  if (const Status fine = possible(scene); !fine) return tl::unexpected(fine.error());
  return runner_->run(scene).map([&](const SceneRun& run) {
    return PlayedScene{.keys = scene.keys,
                       .script = scene.kind == LessonScene::Kind::script ? with_parameters(scene).script : "",
                       .performed = run.performed,
                       .script_run = run.script_run,
                       .launched = run.launched,
                       .may_change = {}};
  });
}

// Blocks of this step.

template <class Block>
Result<const Block*> Player::open_block(int number, std::string_view what) const {
  const Block* const block = block_of<Block>(lesson_.steps[step()], number);
  if (!block) return fail("there is no {} {} in this step", what, number);
  if (locked(step())) return fail("nothing is run before the step's predictions are made");
  return block;
}

Status Player::explore(int number, std::string_view key, std::size_t stop) {
  const auto control = control_of(number, key);
  if (!control) return tl::unexpected(control.error());
  const std::vector<std::string>& stops = (*control)->stops;
  if (stop >= stops.size())
    return fail("'{}' has {} stops, counted from 0; there is no {}", key, stops.size(), stop);
  return edit((*control)->key, with_values(stops[stop], values_of_variant(lesson_, record_.variant)));
}

Result<const ExploreBlock::Control*> Player::control_of(int number, std::string_view key) const {
  return open_block<ExploreBlock>(number, "explore block")
      .and_then([&](const ExploreBlock* block) -> Result<const ExploreBlock::Control*> {
        for (const ExploreBlock::Control& control : block->controls)
          if (control.key == key) return &control;
        return fail("there is nothing to move for '{}'", key);
      });
}

Result<std::vector<std::vector<LabelledValue>>> Player::explored(int number, std::string_view key) {
  const auto control = control_of(number, key);
  if (!control) return tl::unexpected(control.error());
  runner_->count_anew();
  const PlaceInLesson here = place_of(lesson_, record_);
  const ExploreBlock& block = *block_of<ExploreBlock>(here.step, number);
  std::vector<std::vector<LabelledValue>> rows;
  for (const std::string& stop : (*control)->stops)
    rows.push_back(explored_values(block, *runner_,
                                   changed(here.now, {{(*control)->key, with_values(stop, here.varying)}}),
                                   here.varying));
  return rows;
}

Result<MeasureState> Player::measure(int number) {
  const auto block = open_block<MeasureBlock>(number, "measurement");
  if (!block) return tl::unexpected(block.error());
  const PlaceInLesson here = place_of(lesson_, record_);
  Result<MeasureState::Here> done = measured_here(**block, *runner_, here.scene, here.varying);
  if (!done) return tl::unexpected(done.error());
  return display_.with_measurement(learner(), **block, number, *std::move(done));
}

// How the lesson went.

LessonSummary Player::summary(ClassLength length) const {
  LessonSummary summary;
  std::optional<std::int64_t> seconds;
  int number = 0;
  const std::vector<int> played = steps_of(lesson_, length);
  for (int step = 0; step < steps(); ++step)
    each_question(lesson_.steps[step], [&](const Question& question) {
      const LessonRecord::Answer* const answer = answer_to(record_, number++);
      if (std::ranges::find(played, step) == played.end() &&
          (!answer || (answer->attempts == 0 && !answer->shown)))
        return;
      (question.predicts ? summary.predictions : summary.checks) += 1;
      summary.stars += static_cast<int>(question.stars.size());
      if (!answer) return;
      summary.hints += answer->hints;
      if (answer->took) seconds = seconds.value_or(0) + *answer->took;
      if (question.predicts) {
        summary.right_at_first += answer->first_right;
        summary.unknown += answer->attempts > 0 && says_unknown(answer->first);
      } else {
        summary.solved += answer->solved;
        summary.stars_reached += static_cast<int>(answer->stars.size());
        summary.shown += answer->shown;
      }
    });
  if (seconds) summary.minutes = static_cast<int>((*seconds + 59) / 60);
  if (runner_->laboratory().next_lesson) summary.next = runner_->laboratory().next_lesson(lesson_.id);
  return summary;
}

}  // namespace commlab
