#include "lessons/player.h"

#include <algorithm>

#include "lessons/data_table.h"
#include "lessons/judge.h"
#include "lessons/lesson_text.h"
#include "lessons/scene.h"
#include "lessons/scene_runner.h"

namespace commlab {

struct Player::Asked {
  const Question* question;
  int number;
  int step;
};

namespace {

// In words that a file's author can look up.
template <class T>
Result<T> placed(Result<T> result, const Lesson& lesson, int line) {
  if (result) return result;
  return fail(result.error().fault, "{}:{}: {}", lesson.file, line, result.error().message);
}

// What the scene could be, without doing it.
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

std::string badge_of(const DataTable& table) {
  return fmt::format("published: {}, {}, {}", table.fact("machine"), table.fact("date"),
                     table.fact("source"));
}

template <class Visit>
void each_question(const LessonStep& step, Visit visit) {
  for (const LessonStep::Item& item : step.items)
    if (const auto* question = std::get_if<Question>(&item)) visit(*question);
}

int questions_of(const LessonStep& step) {
  return static_cast<int>(std::ranges::count_if(
      step.items, [](const LessonStep::Item& item) { return std::holds_alternative<Question>(item); }));
}

}  // namespace

bool is_open(const QuestionState& state) {
  return state.question->predicts ? !state.first.has_value() : !state.solved;
}

Player::Player(Lesson lesson, const Laboratory& laboratory, LessonRecord record)
    : lesson_(std::move(lesson)),
      record_(std::move(record)),
      runner_(std::make_shared<SceneRunner>(laboratory)) {
  record_.lesson = lesson_.id;
  record_.step = std::clamp(record_.step, 0, steps() - 1);
  for (LessonRecord::Answer& answer : record_.answers) answer.hints = std::max(answer.hints, 0);  // of a file
}

// Where he is.

int Player::questions() const {
  int all = 0;
  for (const LessonStep& step : lesson_.steps) all += questions_of(step);
  return all;
}

std::optional<Player::Asked> Player::find(int question) const {
  int number = 0;
  for (int step = 0; step < steps(); ++step)
    for (const LessonStep::Item& item : lesson_.steps[static_cast<std::size_t>(step)].items)
      if (const auto* found = std::get_if<Question>(&item); found && number++ == question)
        return Asked{found, question, step};
  return std::nullopt;
}

bool Player::locked(int step) const {
  int number = 0;
  for (int before = 0; before < step; ++before)
    number += questions_of(lesson_.steps[static_cast<std::size_t>(before)]);
  bool open = false;
  each_question(lesson_.steps[static_cast<std::size_t>(step)], [&](const Question& question) {
    const LessonRecord::Answer* const answer = answered(number++);
    open = open || (question.predicts && (!answer || answer->attempts == 0));
  });
  return open;
}

void Player::go(int step) {
  step = std::clamp(step, 0, steps() - 1);
  while (record_.step < step && !locked(record_.step)) ++record_.step;
  record_.step = std::min(record_.step, step);
}

// What is kept of him.

const LessonRecord::Answer* Player::answered(int question) const {
  const auto found = std::ranges::find(record_.answers, question, &LessonRecord::Answer::question);
  return found == record_.answers.end() ? nullptr : &*found;
}

LessonRecord::Answer& Player::record_of(int question) {
  const auto found = std::ranges::find(record_.answers, question, &LessonRecord::Answer::question);
  if (found != record_.answers.end()) return *found;
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
  each_question(lesson_.steps[static_cast<std::size_t>(step)], [&](const Question& question) {
    for (const std::string& key : question.allow)
      if (std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
  });
  return keys;
}

// What is shown.

Result<std::string> Player::fill(const std::string& text, int line, bool is_locked) {
  const Drawn values = draw(lesson_, record_.variant);
  const Surroundings surroundings = runner_->surroundings(drawn(scene_of(lesson_, step()), values), values);
  const FillIn compute = fill_in_from(surroundings);
  const FillIn unless_locked = [&](const Expression& expression,
                                   const ValueFormat& format) -> Result<std::string> {
    if (is_locked && tells_the_run(expression)) return "?";
    return compute(expression, format);
  };
  return placed(filled(drawn(text, values), unless_locked), lesson_, line);
}

Result<StepContent> Player::content() {
  const LessonStep& here = lesson_.steps[static_cast<std::size_t>(step())];
  StepContent content{.title = here.title, .items = {}, .locked = locked(step())};
  int number = 0;
  for (int before = 0; before < step(); ++before)
    number += questions_of(lesson_.steps[static_cast<std::size_t>(before)]);
  for (const LessonStep::Item& item : here.items) {
    if (const auto* prose = std::get_if<Prose>(&item)) {
      Result<std::string> text = fill(prose->markdown, prose->line, content.locked);
      if (!text) return tl::unexpected(text.error());
      content.items.emplace_back(Prose{*std::move(text), prose->line});
    } else if (const auto* question = std::get_if<Question>(&item)) {
      Result<StepContent::Item> state = shown(*question, number++, content.locked);
      if (!state) return tl::unexpected(state.error());
      content.items.push_back(*std::move(state));
    } else if (const auto* measure = std::get_if<MeasureBlock>(&item); measure && !content.locked) {
      Result<MeasureState> state = shown(*measure);
      if (!state) return tl::unexpected(state.error());
      content.items.emplace_back(*std::move(state));
    } else if (const auto* teacher = std::get_if<TeacherBlock>(&item)) {
      content.items.emplace_back(teacher);
    } else if (const auto* view = std::get_if<ViewBlock>(&item)) {
      content.view = view;
    }
  }
  return content;
}

Result<StepContent::Item> Player::shown(const Question& question, int number, bool is_locked) {
  QuestionState state{.question = &question, .number = number, .choices = {}, .hints = {}};
  const Result<std::string> ask = fill(question.ask, question.line, is_locked);
  if (!ask) return tl::unexpected(ask.error());
  state.ask = *ask;
  for (const AnswerChoice& choice : question.choices) {
    const Result<std::string> text = fill(choice.text, question.line, is_locked);
    if (!text) return tl::unexpected(text.error());
    state.choices.push_back(*text);
  }
  const LessonRecord::Answer* const answer = answered(number);
  if (!answer) return StepContent::Item{state};
  state.hints_shown = answer->hints;
  for (int i = 0; i < std::min(answer->hints, static_cast<int>(question.hints.size())); ++i) {
    const Result<std::string> hint =
        fill(question.hints[static_cast<std::size_t>(i)], question.line, is_locked);
    if (!hint) return tl::unexpected(hint.error());
    state.hints.push_back(*hint);
  }
  state.solved = answer->solved;
  if (answer->attempts == 0) return StepContent::Item{state};
  state.first = answer->first;
  if (is_locked) return StepContent::Item{state};
  // Given to the lesson as it was then, it may mean nothing now: the question is open again.
  if (const Result<Feedback> feedback = judged({&question, number, step()}, answer->last))
    state.feedback = *feedback;
  return StepContent::Item{state};
}

Result<MeasureState> Player::shown(const MeasureBlock& measure) {
  MeasureState state{.measure = &measure};
  const Result<std::string> says = fill(measure.says, measure.line, false);
  if (!says) return tl::unexpected(says.error());
  state.says = *says;
  if (measure.data.empty() || !runner_->laboratory().data) return state;
  const auto table = runner_->laboratory().data(measure.data).and_then([&](const std::string& text) {
    return parse_data_table(text, measure.data);
  });
  if (!table) return fail("{}:{}: {}", lesson_.file, measure.line, table.error().message);
  state.badge = badge_of(*table);
  return state;
}

Result<PlayedScene> Player::scene() {
  const Drawn values = draw(lesson_, record_.variant);
  const LessonScene scene = changed(drawn(scene_of(lesson_, step()), values), edits(step()));
  // What the learner changed is his: only the lesson's own mistakes have a place in its file.
  const Result<SceneRun> run = runner_->run(scene);
  return (edits(step()).empty() ? placed(run, lesson_, scene.line) : run).map([&](const SceneRun& run) {
    return PlayedScene{.keys = scene.keys,
                       .script = scene.kind == LessonScene::Kind::script ? with_parameters(scene).script : "",
                       .performed = run.performed,
                       .script_run = run.script_run,
                       .launched = run.launched,
                       .may_change = may_change(step())};
  });
}

// What he does.

Result<Feedback> Player::judged(const Asked& asked, std::string_view text) {
  const Drawn values = draw(lesson_, record_.variant);
  const LessonScene scene = drawn(scene_of(lesson_, asked.step), values);
  const bool of_changed = changes_scene(*asked.question);
  const Surroundings surroundings =
      runner_->surroundings(of_changed ? changed(scene, edits(asked.step)) : scene, values);
  return (of_changed ? judge_scene(*asked.question, surroundings)
                     : judge(*asked.question, text, surroundings))
      .map([&](Feedback feedback) {
        for (std::string* words : {&feedback.result, &feedback.message, &feedback.why})
          *words = drawn(*words, values);
        return feedback;
      });
}

Result<Feedback> Player::answer(int question, std::string_view text) {
  const std::optional<Asked> asked = find(question);
  if (!asked) return fail("there is no question {} in this lesson", question);
  if (locked(asked->step) && !asked->question->predicts)
    return fail("this is asked once the step's predictions are made");
  Result<Feedback> feedback = judged(*asked, text);
  if (!feedback) return feedback;
  LessonRecord::Answer& answer = record_of(question);
  if (answer.attempts++ == 0) {
    answer.first = text;
    answer.first_right = feedback->right;
  }
  answer.last = text;
  answer.solved = answer.solved || feedback->right;
  if (!locked(asked->step)) return feedback;
  return Feedback{.right = false,
                  .yours = feedback->yours,
                  .message = "Kept. What came of it is told when all predictions of this step are made."};
}

Result<std::string> Player::hint(int question) {
  const std::optional<Asked> asked = find(question);
  if (!asked) return fail("there is no question {} in this lesson", question);
  const auto hints = static_cast<int>(asked->question->hints.size());
  LessonRecord::Answer& answer = record_of(question);
  if (answer.hints >= hints)
    return fail("{}", hints == 0 ? "there is no hint to this question" : "there are no more hints");
  Result<std::string> text = fill(asked->question->hints[static_cast<std::size_t>(answer.hints)],
                                  asked->question->line, locked(asked->step));
  if (text) ++answer.hints;
  return text;
}

Status Player::change(std::string_view key_or_parameter, std::string_view value) {
  const std::vector<std::string> keys = may_change(step());
  const std::string parameter = fmt::format("with.{}", key_or_parameter);
  const bool of_parameter = std::ranges::find(keys, parameter) != keys.end();
  const std::string key = of_parameter ? parameter : std::string(key_or_parameter);
  if (locked(step())) return fail("the scene can be changed once the step's predictions are made");
  if (std::ranges::find(keys, key) == keys.end())
    return keys.empty() ? fail("nothing can be changed in this step")
                        : fail("'{}' cannot be changed here; {} can", key, fmt::join(keys, ", "));
  value = without_blanks(value);
  if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"'))
    value = value.substr(1, value.size() - 2);
  SceneKeys edited = edits(step());
  std::erase_if(edited, [&](const auto& edit) { return edit.first == key; });
  edited.emplace_back(key, value);
  const LessonScene scene = changed(drawn(scene_of(lesson_, step()), draw(lesson_, record_.variant)), edited);
  if (const Status fine = possible(scene); !fine) return fine;
  undo_changes();
  record_.edits.emplace_back(step(), std::move(edited));
  return {};
}

void Player::undo_changes() {
  std::erase_if(record_.edits, [&](const auto& edit) { return edit.first == step(); });
}

}  // namespace commlab
