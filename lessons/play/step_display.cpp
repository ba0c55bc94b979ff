#include "lessons/play/step_display.h"

#include <algorithm>

#include "lessons/expression/data_table.h"
#include "lessons/model/lesson_step.h"
#include "lessons/model/scene_keys.h"
#include "lessons/play/answer_feedback.h"
#include "lessons/play/asked_link.h"
#include "lessons/play/explore.h"
#include "lessons/play/labelled_value.h"
#include "lessons/play/plot.h"
#include "lessons/play/quoted_numbers.h"
#include "lessons/play/view.h"

namespace commlab {
namespace {

std::string badge_of(const DataTable& table, const QuotedNumbers& numbers) {
  const std::string left_out = left_out_text(numbers, table.name);
  return fmt::format("published: {}, {}, {}{}{}", table.fact("machine"), table.fact("date"),
                     table.fact("source"), left_out.empty() ? "" : "; ", left_out);
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

class StepMaker {
 public:
  StepMaker(const LearnerInLesson& learner, StepDisplay::Kept& kept)
      : lesson_(learner.lesson),
        record_(learner.record),
        runner_(learner.runner),
        plots_(kept.plots),
        measured_(kept.measured),
        here_(place_of(lesson_, record_)) {}

  Result<StepContent> content() {
    StepContent content{.title = here_.step.title, .items = {}, .locked = here_.locked};
    for (int i = 0; i < static_cast<int>(here_.step.items.size()); ++i) {
      const LessonStep::Item& item = here_.step.items[i];
      if (std::holds_alternative<SceneBlock>(item) || std::holds_alternative<ViewBlock>(item)) continue;
      Result<StepContent::Item> state = shown(item, i);
      if (!state) return tl::unexpected(state.error());
      content.items.push_back(*std::move(state));
    }
    Result<ViewState> view = shown_view();
    if (!view) return tl::unexpected(view.error());
    content.view = *std::move(view);
    return content;
  }

  Result<StepContent::Item> shown(const MeasureBlock& measure, int number) {
    MeasureState state{.measure = &measure, .number = number, .locked = here_.locked};
    if (here_.locked) return StepContent::Item(std::move(state));
    const Laboratory& laboratory = runner_.laboratory();
    const Result<std::string> says = fill(measure.says, measure.line);
    if (!says) return tl::unexpected(says.error());
    state.says = *says;
    state.can_measure = !measure.live.empty() && laboratory.measure;
    if (const auto done = measured_.find({here_.number, number}); done != measured_.end())
      state.here = done->second;
    if (measure.data.empty() || !laboratory.data) return StepContent::Item(std::move(state));
    const auto table = laboratory.data(measure.data).and_then([&](const std::string& text) {
      return parse_data_table(text, measure.data);
    });
    if (!table) return fail("{}:{}: {}", lesson_.file, measure.line, table.error().message);
    state.badge = badge_of(*table, quoted_numbers(lesson_, here_.number, *table));
    return StepContent::Item(std::move(state));
  }

 private:
  Result<std::string> fill(const std::string& text, int line) const {
    return text_at({lesson_, record_, runner_}, here_, text, line);
  }

  Result<StepContent::Item> shown(const LessonStep::Item& item, int index) {
    if (const auto* question = std::get_if<Question>(&item)) {
      const int number = first_question(lesson_, here_.number) + number_at<Question>(here_.step, index);
      return shown(*question, number);
    }
    if (const auto* measure = std::get_if<MeasureBlock>(&item))
      return shown(*measure, number_at<MeasureBlock>(here_.step, index));
    if (const auto* explore = std::get_if<ExploreBlock>(&item))
      return shown(*explore, number_at<ExploreBlock>(here_.step, index));
    if (const auto* plot = std::get_if<PlotBlock>(&item)) return shown(*plot, index);
    if (const auto* teacher = std::get_if<TeacherBlock>(&item)) return teacher;
    const Prose& prose = std::get<Prose>(item);
    return fill(prose.markdown, prose.line).map([&](std::string text) {
      return StepContent::Item(Prose{std::move(text), prose.line});
    });
  }

  Result<StepContent::Item> shown(const Question& question, int number) {
    QuestionState state{.question = &question, .number = number, .choices = {}, .hints = {}};
    const Result<std::string> ask = fill(question.ask, question.line);
    if (!ask) return tl::unexpected(ask.error());
    state.ask = *ask;
    state.asks_for_link = asks_for_link(question, here_, runner_);
    for (const AnswerChoice& choice : question.choices) {
      const Result<std::string> text = fill(choice.text, question.line);
      if (!text) return tl::unexpected(text.error());
      state.choices.push_back(*text);
    }
    const LessonRecord::Answer* const answer = answer_to(record_, number);
    for (const LabelledExpression& star : question.stars) {
      const Result<std::string> text = fill(star.label, question.line);
      if (!text) return tl::unexpected(text.error());
      const bool reached = answer && std::ranges::find(answer->stars, star.name) != answer->stars.end();
      state.aims.push_back({star.name, text->empty() ? star.value.text : *text, reached});
    }
    if (!answer) return StepContent::Item{state};
    state.hints_shown = answer->hints;
    for (int i = 0; i < std::min(answer->hints, static_cast<int>(question.hints.size())); ++i) {
      const Result<std::string> hint = fill(question.hints[i], question.line);
      if (!hint) return tl::unexpected(hint.error());
      state.hints.push_back(*hint);
    }
    state.solved = answer->solved;
    state.shown = answer->shown;
    if (answer->attempts > 0) state.first = answer->first;
    if (here_.locked || (answer->attempts == 0 && !answer->shown)) return StepContent::Item{state};
    // The answer may be to an older version of the lesson and mean nothing now; then there is no feedback.
    if (const Result<Feedback> feedback =
            feedback_to({lesson_, record_, runner_}, {&question, number, here_.number}, *answer))
      state.feedback = *feedback;
    return StepContent::Item{state};
  }

  Result<StepContent::Item> shown(const PlotBlock& plot, int item) {
    if (here_.locked && waits_for_predictions(here_.step, plot))
      return fill(plot.title, plot.line).map([&](std::string title) {
        return StepContent::Item(PlotState{.plot = &plot, .locked = true, .title = std::move(title)});
      });
    const std::pair place(here_.number, item);
    if (!plots_.contains(place)) {
      Result<PlotState> computed =
          placed(computed_plot(plot, runner_, here_.scene, here_.varying), lesson_, plot.line);
      if (!computed) return tl::unexpected(computed.error());
      plots_[place] = *std::move(computed);
    }
    PlotState state = plots_[place];
    state.plot = &plot;  // this player may be a copy of the one that computed the plot
    return StepContent::Item(std::move(state));
  }

  Result<StepContent::Item> shown(const ExploreBlock& explore, int number) {
    ExploreState state{.explore = &explore, .number = number, .locked = here_.locked};
    const Result<std::string> ask = fill(explore.ask, explore.line);
    if (!ask) return tl::unexpected(ask.error());
    state.ask = *ask;
    if (here_.locked) return StepContent::Item(std::move(state));
    for (const ExploreBlock::Control& control : explore.controls) {
      ExploreState::Control made{.key = control.key, .title = spoken_key_of(control.key), .stops = {}};
      for (const std::string& stop : control.stops) made.stops.push_back(with_values(stop, here_.varying));
      made.at = stop_at(here_.now, control.key, made.stops);
      if (made.stops == std::vector<std::string>{"0", "1"}) made.stops = {"off", "on"};
      state.controls.push_back(std::move(made));
    }
    state.shows = explored_values(explore, runner_, here_.now, here_.varying);
    return StepContent::Item(std::move(state));
  }

  // Captions and counters are those of the scene with the learner's changes; where it cannot be run, those of
  // the lesson's own scene.
  Result<ViewState> shown_view() {
    ViewState view;
    const bool as_changed = !here_.locked && runner_.run(here_.now);
    const LessonScene& scene = as_changed ? here_.now : here_.scene;
    for (int i = 0; i <= here_.number; ++i)
      for (const LessonStep::Item& item : lesson_.steps[i].items) {
        const auto* block = std::get_if<ViewBlock>(&item);
        if (!block) continue;
        go_on_with(view, *block);
        if (i < here_.number) continue;
        const Status added = add_to_view(view, *block, runner_, scene, here_.varying, here_.locked);
        if (!added)
          return fail(added.error().fault, "{}:{}: {}", lesson_.file, block->line, added.error().message);
      }
    return view;
  }

  const Lesson& lesson_;
  const LessonRecord& record_;
  SceneRunner& runner_;
  std::map<std::pair<int, int>, PlotState>& plots_;
  std::map<std::pair<int, int>, MeasureState::Here>& measured_;
  PlaceInLesson here_;
};

}  // namespace

Result<StepContent> StepDisplay::content(const LearnerInLesson& learner) {
  return StepMaker(learner, kept_).content();
}

Result<MeasureState> StepDisplay::with_measurement(const LearnerInLesson& learner, const MeasureBlock& block,
                                                   int number, MeasureState::Here done) {
  kept_.measured[{learner.record.step, number}] = std::move(done);
  return StepMaker(learner, kept_).shown(block, number).map([](StepContent::Item item) {
    return std::get<MeasureState>(std::move(item));
  });
}

}  // namespace commlab
