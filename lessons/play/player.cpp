#include "lessons/play/player.h"

#include <algorithm>
#include <cassert>

#include "lessons/answer/judge.h"
#include "lessons/model/lesson_step.h"
#include "lessons/model/scene_keys.h"
#include "lessons/model/script_files.h"
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
      return launch_table_of(scene).and_then(launch_of).map([](const Launched&) {});
    case LessonScene::Kind::none: break;
  }
  return fail("there is no scene in this step");
}

std::string spoken_keys(const std::vector<std::string>& keys) {
  std::vector<std::string> spoken;
  for (const std::string& key : keys) spoken.push_back(spoken_key_of(key));
  return fmt::format("{}", fmt::join(spoken, ", "));
}

}  // namespace

Player::Player(Lesson lesson, const Laboratory& laboratory, LessonRecord record, SceneLimits limits)
    : lesson_(with_script_files(std::move(lesson), laboratory)),
      record_(std::move(record)),
      runner_(std::make_shared<SceneRunner>(laboratory, limits)) {
  record_.lesson = lesson_.id;
  record_.step = std::clamp(record_.step, 0, steps() - 1);
  for (LessonRecord::Answer& answer : record_.answers) answer.hints = std::max(answer.hints, 0);  // of a file
}

// Where the learner is.

int Player::questions() const {
  int all = 0;
  for (const LessonStep& step : lesson_.steps) all += questions_of(step);
  return all;
}

std::optional<AskedQuestion> Player::find(int question) const {
  int number = 0;
  for (int step = 0; step < steps(); ++step)
    for (const LessonStep::Item& item : lesson_.steps[step].items)
      if (const auto* found = std::get_if<Question>(&item); found && number++ == question)
        return AskedQuestion{found, question, step};
  return std::nullopt;
}

bool Player::locked(int step) const {
  assert(step >= 0 && step < steps() && "the lesson has this step");
  int number = first_question(lesson_, step);
  bool open = false;
  each_question(lesson_.steps[step], [&](const Question& question) {
    const LessonRecord::Answer* const answer = answered(number++);
    open = open || (question.predicts && (!answer || answer->attempts == 0));
  });
  return open;
}

bool Player::waits_for_fit(int step) const {
  assert(step >= 0 && step < steps() && "the lesson has this step");
  int number = first_question(lesson_, step);
  bool open = false;
  each_question(lesson_.steps[step], [&](const Question& question) {
    const LessonRecord::Answer* const answer = answered(number++);
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
  clocked_step_.reset();
}

// What is kept about the learner.

const LessonRecord::Answer* Player::answered(int question) const {
  const auto found = std::ranges::find(record_.answers, question, &LessonRecord::Answer::question);
  return found == record_.answers.end() ? nullptr : &*found;
}

LessonRecord::Answer& Player::record_of(int question) {
  const auto found = std::ranges::find(record_.answers, question, &LessonRecord::Answer::question);
  if (found != record_.answers.end()) return *found;
  if (record_.answers.empty()) record_.questions = questions_mark(lesson_);
  record_.answers.push_back({.question = question});
  return record_.answers.back();
}

const SceneKeys& Player::edits(int step) const {
  static const SceneKeys none;
  const auto found = std::ranges::find(record_.edits, step, &std::pair<int, SceneKeys>::first);
  return found == record_.edits.end() ? none : found->second;
}

std::vector<std::string> Player::may_change(int step) const {
  std::vector<std::string> keys;
  each_question(lesson_.steps[step], [&](const Question& question) {
    for (const std::string& key : question.allow)
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
  });
  return keys;
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
  return runner_->run(here().now).map([](const SceneRun&) {});
}

Status Player::edit(const std::string& key, std::string_view value) {
  runner_->count_anew();
  SceneKeys edited = edits(step());
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
  const PlaceInLesson here = this->here();
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
  const PlaceInLesson here = this->here();
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
  const PlaceInLesson here = this->here();
  Result<MeasureState::Here> done = measured_here(**block, *runner_, here.scene, here.varying);
  if (!done) return tl::unexpected(done.error());
  measured_[{here.number, number}] = *std::move(done);
  return shown(here, **block, number).map([](StepContent::Item item) {
    return std::get<MeasureState>(std::move(item));
  });
}

// How the lesson went.

LessonSummary Player::summary(ClassLength length) const {
  LessonSummary summary;
  std::optional<std::int64_t> seconds;
  int number = 0;
  const std::vector<int> played = steps_of(lesson_, length);
  for (int step = 0; step < steps(); ++step)
    each_question(lesson_.steps[step], [&](const Question& question) {
      const LessonRecord::Answer* const answer = answered(number++);
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
