// What a Player shows: a step's text, questions, plots and sliders, computed.

#include <algorithm>

#include "lessons/expression/data_table.h"
#include "lessons/expression/fill.h"
#include "lessons/model/lesson_step.h"
#include "lessons/model/scene_keys.h"
#include "lessons/play/explore.h"
#include "lessons/play/labelled_value.h"
#include "lessons/play/place_in_lesson.h"
#include "lessons/play/player.h"
#include "lessons/play/plot.h"
#include "lessons/play/view.h"

#include <cassert>

namespace commlab {
namespace {

std::string badge_of(const DataTable& table) {
  return fmt::format("published: {}, {}, {}", table.fact("machine"), table.fact("date"),
                     table.fact("source"));
}

std::optional<std::size_t> stop_at(const LessonScene& scene, const std::string& key,
                                   const std::vector<std::string>& stops) {
  const std::string* const set = find_key(scene, key);
  if (!set) return std::nullopt;
  const Value now = key_value(*set);
  const auto stop =
      std::ranges::find_if(stops, [&](const std::string& text) { return same(key_value(text), now); });
  return stop == stops.end() ? std::nullopt : std::optional<std::size_t>(stop - stops.begin());
}

}  // namespace

PlaceInLesson Player::here() const {
  const int at = step();
  VariantValues varying = values_of_variant(lesson_, record_.variant);
  LessonScene scene = with_values(scene_of(lesson_, at), varying);
  LessonScene now = changed(scene, edits(at));
  return {.step = lesson_.steps[at],
          .number = at,
          .locked = locked(at),
          .varying = std::move(varying),
          .scene = std::move(scene),
          .now = std::move(now)};
}

Result<std::string> Player::fill(const PlaceInLesson& here, const std::string& text, int line) {
  const EvaluationContext context = runner_->context(here.scene, here.varying);
  return placed(
      filled(with_values(text, words_of(here.scene, here.varying)), fill_in_from(context, here.locked)),
      lesson_, line);
}

Result<StepContent> Player::content() {
  begin_clock();
  const PlaceInLesson here = this->here();
  StepContent content{.title = here.step.title, .items = {}, .locked = here.locked};
  for (int i = 0; i < static_cast<int>(here.step.items.size()); ++i) {
    const LessonStep::Item& item = here.step.items[i];
    if (std::holds_alternative<SceneBlock>(item) || std::holds_alternative<ViewBlock>(item)) continue;
    Result<StepContent::Item> state = shown(here, item, i);
    if (!state) return tl::unexpected(state.error());
    content.items.push_back(*std::move(state));
  }
  Result<ViewState> view = shown_view(here);
  if (!view) return tl::unexpected(view.error());
  content.view = *std::move(view);
  return content;
}

Result<StepContent::Item> Player::shown(const PlaceInLesson& here, const LessonStep::Item& item, int index) {
  if (const auto* question = std::get_if<Question>(&item)) {
    const int number = first_question(lesson_, here.number) + number_at<Question>(here.step, index);
    return shown(here, *question, number);
  }
  if (const auto* measure = std::get_if<MeasureBlock>(&item))
    return shown(here, *measure, number_at<MeasureBlock>(here.step, index));
  if (const auto* explore = std::get_if<ExploreBlock>(&item))
    return shown(here, *explore, number_at<ExploreBlock>(here.step, index));
  if (const auto* plot = std::get_if<PlotBlock>(&item)) return shown(here, *plot, index);
  if (const auto* teacher = std::get_if<TeacherBlock>(&item)) return teacher;
  const Prose& prose = std::get<Prose>(item);
  return fill(here, prose.markdown, prose.line).map([&](std::string text) {
    return StepContent::Item(Prose{std::move(text), prose.line});
  });
}

Result<StepContent::Item> Player::shown(const PlaceInLesson& here, const Question& question, int number) {
  QuestionState state{.question = &question, .number = number, .choices = {}, .hints = {}};
  const Result<std::string> ask = fill(here, question.ask, question.line);
  if (!ask) return tl::unexpected(ask.error());
  state.ask = *ask;
  for (const AnswerChoice& choice : question.choices) {
    const Result<std::string> text = fill(here, choice.text, question.line);
    if (!text) return tl::unexpected(text.error());
    state.choices.push_back(*text);
  }
  const LessonRecord::Answer* const answer = answered(number);
  for (const LabelledExpression& star : question.stars) {
    const Result<std::string> text = fill(here, star.label, question.line);
    if (!text) return tl::unexpected(text.error());
    const bool reached = answer && std::ranges::find(answer->stars, star.name) != answer->stars.end();
    state.aims.push_back({star.name, text->empty() ? star.value.text : *text, reached});
  }
  if (!answer) return StepContent::Item{state};
  state.hints_shown = answer->hints;
  for (int i = 0; i < std::min(answer->hints, static_cast<int>(question.hints.size())); ++i) {
    const Result<std::string> hint = fill(here, question.hints[i], question.line);
    if (!hint) return tl::unexpected(hint.error());
    state.hints.push_back(*hint);
  }
  state.solved = answer->solved;
  state.shown = answer->shown;
  if (answer->attempts > 0) state.first = answer->first;
  if (here.locked || (answer->attempts == 0 && !answer->shown)) return StepContent::Item{state};
  // The answer may be to an older version of the lesson and mean nothing now; then there is no feedback.
  if (const Result<Feedback> feedback = said_to({&question, number, here.number}, *answer))
    state.feedback = *feedback;
  return StepContent::Item{state};
}

Result<StepContent::Item> Player::shown(const PlaceInLesson& here, const PlotBlock& plot, int item) {
  if (here.locked && waits_for_predictions(here.step, plot))
    return fill(here, plot.title, plot.line).map([&](std::string title) {
      return StepContent::Item(PlotState{.plot = &plot, .locked = true, .title = std::move(title)});
    });
  const std::pair place(here.number, item);
  if (!plots_.contains(place)) {
    Result<PlotState> computed =
        placed(computed_plot(plot, *runner_, here.scene, here.varying), lesson_, plot.line);
    if (!computed) return tl::unexpected(computed.error());
    plots_[place] = *std::move(computed);
  }
  PlotState state = plots_[place];
  state.plot = &plot;  // this player may be a copy of the one that computed the plot
  return StepContent::Item(std::move(state));
}

Result<StepContent::Item> Player::shown(const PlaceInLesson& here, const ExploreBlock& explore, int number) {
  ExploreState state{.explore = &explore, .number = number, .locked = here.locked};
  const Result<std::string> ask = fill(here, explore.ask, explore.line);
  if (!ask) return tl::unexpected(ask.error());
  state.ask = *ask;
  if (here.locked) return StepContent::Item(std::move(state));
  for (const ExploreBlock::Control& control : explore.controls) {
    ExploreState::Control made{.key = control.key, .title = spoken_key_of(control.key), .stops = {}};
    for (const std::string& stop : control.stops) made.stops.push_back(with_values(stop, here.varying));
    made.at = stop_at(here.now, control.key, made.stops);
    state.controls.push_back(std::move(made));
  }
  state.shows = explored_values(explore, *runner_, here.now, here.varying);
  return StepContent::Item(std::move(state));
}

Result<StepContent::Item> Player::shown(const PlaceInLesson& here, const MeasureBlock& measure, int number) {
  MeasureState state{.measure = &measure, .number = number, .locked = here.locked};
  if (here.locked) return StepContent::Item(std::move(state));
  const Laboratory& laboratory = runner_->laboratory();
  const Result<std::string> says = fill(here, measure.says, measure.line);
  if (!says) return tl::unexpected(says.error());
  state.says = *says;
  state.can_measure = !measure.live.empty() && laboratory.measure;
  if (const auto done = measured_.find({here.number, number}); done != measured_.end())
    state.here = done->second;
  if (measure.data.empty() || !laboratory.data) return StepContent::Item(std::move(state));
  const auto table = laboratory.data(measure.data).and_then([&](const std::string& text) {
    return parse_data_table(text, measure.data);
  });
  if (!table) return fail("{}:{}: {}", lesson_.file, measure.line, table.error().message);
  state.badge = badge_of(*table);
  return StepContent::Item(std::move(state));
}

// Captions and counters are those of the scene with the learner's changes; where it cannot be run, those of
// the lesson's own scene.
Result<ViewState> Player::shown_view(const PlaceInLesson& here) {
  ViewState view;
  const bool as_changed = !here.locked && runner_->run(here.now);
  const LessonScene& scene = as_changed ? here.now : here.scene;
  for (int i = 0; i <= here.number; ++i)
    for (const LessonStep::Item& item : lesson_.steps[i].items) {
      const auto* block = std::get_if<ViewBlock>(&item);
      if (!block) continue;
      go_on_with(view, *block);
      if (i < here.number) continue;
      const Status added = add_to_view(view, *block, *runner_, scene, here.varying, here.locked);
      if (!added)
        return fail(added.error().fault, "{}:{}: {}", lesson_.file, block->line, added.error().message);
    }
  return view;
}

Result<PlayedScene> Player::scene() {
  assert(!locked(step()) && "the predictions of the step are answered");
  const PlaceInLesson here = this->here();
  // An error after the learner's changes is not the lesson's, so it gets no line of the lesson's file.
  const Result<SceneRun> run = runner_->run(here.now);
  const bool own = edits(here.number).empty();
  return (own ? placed(run, lesson_, here.scene.line) : run).map([&](const SceneRun& run) {
    PlayedScene scene = scene_at_rest();
    scene.performed = run.performed;
    scene.script_run = run.script_run;
    scene.launched = run.launched;
    return scene;
  });
}

PlayedScene Player::scene_at_rest() const {
  const PlaceInLesson here = this->here();
  const bool script = here.now.kind == LessonScene::Kind::script;
  return {.keys = here.now.keys,
          .script = script ? with_parameters(here.now).script : "",
          .performed = nullptr,
          .script_run = nullptr,
          .launched = nullptr,
          .may_change = may_change(here.number)};
}

}  // namespace commlab
