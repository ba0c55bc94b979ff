#include "gui/cli/lesson/lesson_screen.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "gui/cli/output/plot_text.h"
#include "gui/cli/output/table.h"
#include "gui/cli/reports/scene_text.h"
#include "lessons/model/question_kinds.h"
#include "lessons/play/measured_here.h"

namespace commlab {
namespace {

// The keys that may be changed, as they are typed: a for with.a.
std::vector<std::string> keys_to_type(const Question& question) {
  constexpr std::string_view with = "with.";
  std::vector<std::string> keys;
  for (const std::string& key : question.allow)
    keys.push_back(key.starts_with(with) ? key.substr(with.size()) : key);
  return keys;
}

// The aims that were reached, and those that are left.
std::string stars_text(const QuestionState& state, const Feedback& feedback) {
  std::vector<std::string> open;
  for (const QuestionState::Aim& aim : state.aims)
    if (!aim.reached && std::ranges::find(feedback.stars, aim.name) == feedback.stars.end())
      open.push_back(fmt::format("{}: {}", aim.name, aim.text));
  const std::string text =
      feedback.stars.empty() ? "yes" : fmt::format("yes, and {}", fmt::join(feedback.stars, ", "));
  return open.empty() ? text : fmt::format("{}. Further aims: {}", text, fmt::join(open, "; "));
}

std::string table_of(const ExploreState::Control& control,
                     const std::vector<std::vector<LabelledValue>>& rows) {
  std::vector<Table::Column> columns = {{control.title, right}};
  for (const LabelledValue& shown : rows.front()) columns.push_back({shown.label, right});
  columns.push_back({""});
  Table table(std::move(columns));
  for (std::size_t stop = 0; stop < rows.size(); ++stop) {
    std::vector<std::string> cells = {control.stops[stop]};
    for (const LabelledValue& shown : rows[stop]) cells.push_back(shown.text);
    cells.emplace_back(control.at == stop ? "<- here" : "");
    table.add(std::move(cells));
  }
  return table.text();
}

}  // namespace

void LessonScreen::prose(std::string_view markdown, std::string_view indent) const {
  say(prose_text(markdown, style_, indent));
}

void LessonScreen::welcome(const Player& player, std::optional<ClassLength> cut) const {
  const Lesson& lesson = player.lesson();
  const int steps = cut ? static_cast<int>(steps_of(lesson, *cut).size()) : player.steps();
  const double minutes = cut ? planned_minutes(lesson, *cut) : lesson.minutes;
  say(strong_text(lesson.title, style_) + "\n");
  prose(lesson.goal);
  say(fmt::format("\n{}{}, about {:.0f} minutes. help lists what you can type.\n", counted(steps, "step"),
                  steps < player.steps() ? fmt::format(" of {}", player.steps()) : "", minutes));
  if (player.step() > 0 && !cut)
    say(fmt::format("It goes on at step {}; --anew begins again.\n", player.step() + 1));
}

void LessonScreen::step_begins(const Player& player, std::size_t place, std::size_t of) const {
  const LessonStep& step = player.lesson().steps[player.step()];
  const std::string title = fmt::format("{} of {}: {}{}", place + 1, of, step.title,
                                        step.part == StepPart::extra ? " (extra: next leaves it out)" : "");
  say(fmt::format("\n{}\n{}\n\n", std::string(style_.width, '-'), strong_text(title, style_)));
}

void LessonScreen::question(const QuestionState& state) const {
  const Question& question = *state.question;
  const std::string unit = question.unit.empty() ? "" : fmt::format(" (in {})", question.unit);
  prose(fmt::format("**{}** {}{}", question.predicts ? "Predict." : "Check.", state.ask, unit));
  for (std::size_t i = 0; i < state.choices.size(); ++i) prose(lettered_choice(i, state.choices[i]), "  ");
  if (changes_scene(question) && is_open(state))
    prose(fmt::format("Change the scene with `set KEY = VALUE` (several: `set a = 1; b = 2`): {}.",
                      fmt::join(keys_to_type(question), ", ")));
  for (const QuestionState::Aim& aim : state.aims) say(fact(aim.name, aim.text));
}

void LessonScreen::feedback(const QuestionState& state, const Feedback& feedback) const {
  const bool goes_on = !state.question->predicts && !feedback.right && !feedback.shown;
  if (!feedback.yours.empty()) say(fact("you said", feedback.yours + (goes_on ? "  (not yet)" : "")));
  const std::string_view verdict = feedback.right && changes_scene(*state.question) ? "  (solved)"
                                   : feedback.right                                 ? "  (right)"
                                   : feedback.shown                                 ? "  (shown)"
                                                                                    : "";
  if (!feedback.result.empty()) say(fact("it is", fmt::format("{}{}", feedback.result, verdict)));
  if (changes_scene(*state.question) && feedback.right) say(fact("solved", stars_text(state, feedback)));
  prose(feedback.message, "  ");
  prose(feedback.why, "  ");
  say("\n");
}

void LessonScreen::kept(const Feedback& feedback) const {
  prose(feedback.message, "  ");
  say("\n");
}

void LessonScreen::measured(const MeasureState& measure) const {
  prose(measure.says);
  if (!measure.badge.empty()) prose("(" + measure.badge + ")");
  if (!measure.measure->live.empty())
    say(fmt::format("On this computer: commlab run {}\n", measure.measure->live));
  say("\n");
}

void LessonScreen::measured_here(const MeasureState& measure) const {
  if (measure.here) prose(measured_text(*measure.here) + "\n", "  ");
  say("\n");
}

void LessonScreen::plot(const PlotState& plot) const { say(plot_text(plot, style_.width)); }

void LessonScreen::explore(const ExploreState& explore, const Explored& explored) const {
  prose(fmt::format("**Explore.** {}", explore.ask));
  for (std::size_t i = 0; i < explore.controls.size(); ++i)
    say("\n" + table_of(explore.controls[i], explored[i]));
  say("\n");
}

void LessonScreen::view(const ViewState& view) const {
  prose(view.caption);
  Table counters({{""}, {"", right}});
  for (const LabelledValue& counter : view.counters) counters.add({counter.label, counter.text});
  say(counters.rows_only());
  if (!view.caption.empty() || !view.counters.empty()) say("\n");
}

void LessonScreen::scene_at_rest(const PlayedScene& scene) const {
  if (scene.script.empty()) return;
  say(numbered_lines(scene.script) + "\n");
  std::vector<std::string> where;
  for (const char* key : {"machine", "flavour", "seed"}) {
    const auto set = std::ranges::find(scene.keys, key, &SceneKey::first);
    if (set != scene.keys.end()) where.push_back(fmt::format("{} {}", key, set->second));
  }
  if (!where.empty()) say(fmt::format("  {}\n\n", fmt::join(where, ", ")));
}

void LessonScreen::scene(const PlayedScene& scene, bool whole, bool with_text) const {
  if (with_text && !scene.script.empty()) say(numbered_lines(scene.script) + "\n");
  say(scene_text(scene, whole) + "\n");
}

void LessonScreen::busiest_link(const PlayedScene& scene) const {
  if (const std::string busiest = busiest_text(scene); !busiest.empty()) say(busiest + "\n");
}

void LessonScreen::finished(const Player& player, std::optional<ClassLength> cut) const {
  const LessonSummary summary = player.summary(cut.value_or(ClassLength::fifteen_minutes));
  say("\nThis was the last step.\n");
  const auto with = [](int n, std::string_view what) { return n > 0 ? fmt::format(", {} {}", n, what) : ""; };
  if (summary.predictions > 0)
    say(fact("right", fmt::format("{} of {} at first{}", summary.right_at_first,
                                  counted(summary.predictions, "prediction"),
                                  with(summary.unknown, "\"I don't know\""))));
  if (summary.checks > 0)
    say(fact("solved", fmt::format("{} of {}{}", summary.solved, counted(summary.checks, "check"),
                                   with(summary.shown, "shown"))));
  if (summary.stars > 0) say(fact("stars", fmt::format("{} of {}", summary.stars_reached, summary.stars)));
  if (summary.hints > 0) say(fact("hints", std::to_string(summary.hints)));
  if (summary.minutes.value_or(0) > 0) say(fact("time", counted(*summary.minutes, "minute")));
  if (!summary.next) say(fact("next", "commlab lesson lists them all"));
  if (summary.next)
    say(fact("next",
             fmt::format("commlab lesson {}: {}",
                         summary.next->number > 0 ? std::to_string(summary.next->number) : summary.next->id,
                         summary.next->title)));
}

}  // namespace commlab
