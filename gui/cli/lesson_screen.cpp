#include "gui/cli/lesson_screen.h"

#include <algorithm>

#include "core/numbers.h"
#include "gui/cli/scene_text.h"
#include "gui/cli/table.h"

namespace commlab {
namespace {

std::string numbered(const std::string& script) {
  std::string text;
  int line = 0;
  for (std::size_t at = 0; at < script.size();) {
    const std::size_t end = std::min(script.find('\n', at), script.size());
    text += fmt::format("{:>4}  {}\n", ++line, script.substr(at, end - at));
    at = end + 1;
  }
  return text;
}

// As they are typed: with.a is a.
std::vector<std::string> keys_to_type(const Question& question) {
  constexpr std::string_view with = "with.";
  std::vector<std::string> keys;
  for (const std::string& key : question.allow)
    keys.push_back(key.starts_with(with) ? key.substr(with.size()) : key);
  return keys;
}

std::string stars_text(const Question& question, const Feedback& feedback) {
  std::vector<std::string> open;
  for (const auto& [name, aim] : question.stars)
    if (std::ranges::find(feedback.stars, name) == feedback.stars.end())
      open.push_back(fmt::format("{}: {}", name, aim.text));
  const std::string text =
      feedback.stars.empty() ? "yes" : fmt::format("yes, and {}", fmt::join(feedback.stars, ", "));
  return open.empty() ? text : fmt::format("{}. Further aims: {}", text, fmt::join(open, "; "));
}

// What became of one kind of questions.
struct Score {
  int asked = 0;
  int right = 0;  // of predictions: at first; of checks: in the end
};

Score score_of(const Player& player, bool predictions) {
  Score score;
  int number = 0;
  for (const LessonStep& step : player.lesson().steps)
    for (const LessonStep::Item& item : step.items) {
      const auto* question = std::get_if<Question>(&item);
      if (!question) continue;
      const auto& answers = player.record().answers;
      const auto answer = std::ranges::find(answers, number++, &LessonRecord::Answer::question);
      if (question->predicts != predictions) continue;
      ++score.asked;
      score.right += answer != answers.end() && (predictions ? answer->first_right : answer->solved);
    }
  return score;
}

}  // namespace

void LessonScreen::prose(std::string_view markdown, std::string_view indent) const {
  say(prose_text(markdown, style_, indent));
}

void LessonScreen::welcome(const Player& player) const {
  const Lesson& lesson = player.lesson();
  say(strong_text(lesson.title, style_) + "\n");
  prose(lesson.goal);
  say(fmt::format("\n{}, about {} minutes. help says what can be typed.\n", counted(player.steps(), "step"),
                  lesson.minutes));
  if (player.step() > 0) say(fmt::format("It goes on at step {}; --anew begins again.\n", player.step() + 1));
}

void LessonScreen::step_begins(const Player& player) const {
  const LessonStep& step = player.lesson().steps[static_cast<std::size_t>(player.step())];
  const std::string title = fmt::format("{} of {}: {}{}", player.step() + 1, player.steps(), step.title,
                                        step.extra ? " (extra: next leaves it out)" : "");
  say(fmt::format("\n{}\n{}\n\n", std::string(style_.width, '-'), strong_text(title, style_)));
}

void LessonScreen::question(const QuestionState& state) const {
  const Question& question = *state.question;
  const std::string unit = question.unit.empty() ? "" : fmt::format(" (in {})", question.unit);
  prose(fmt::format("**{}** {}{}", question.predicts ? "Predict." : "Check.", state.ask, unit));
  for (std::size_t i = 0; i < state.choices.size(); ++i)
    prose(fmt::format("{}) {}", static_cast<char>('a' + static_cast<char>(i)), state.choices[i]), "  ");
  if (changes_scene(question) && is_open(state))
    prose(
        fmt::format("Change the scene with `set KEY = VALUE`: {}.", fmt::join(keys_to_type(question), ", ")));
}

void LessonScreen::feedback(const Question& question, const Feedback& feedback) const {
  if (!feedback.yours.empty()) say(fact("you said", feedback.yours));
  if (!feedback.result.empty()) say(fact("it is", feedback.result + (feedback.right ? "  (right)" : "")));
  if (changes_scene(question) && feedback.right) say(fact("solved", stars_text(question, feedback)));
  prose(feedback.message, "  ");
  prose(feedback.why, "  ");
  say("\n");
}

void LessonScreen::measured(const MeasureState& measure) const {
  prose(measure.says);
  if (!measure.badge.empty()) prose("(" + measure.badge + ")");
  if (!measure.measure->live.empty())
    say(fmt::format("On this computer: commlab run {}\n", measure.measure->live));
  say("\n");
}

void LessonScreen::scene(const PlayedScene& scene, bool whole) const {
  if (!scene.script.empty()) say(numbered(scene.script) + "\n");
  say(scene_text(scene, whole) + "\n");
}

void LessonScreen::finished(const Player& player) const {
  const Score predictions = score_of(player, true), checks = score_of(player, false);
  say("\nThat was the lesson.\n");
  if (predictions.asked > 0)
    say(fact("right", fmt::format("{} of {}", predictions.right, counted(predictions.asked, "prediction"))));
  if (checks.asked > 0)
    say(fact("solved", fmt::format("{} of {}", checks.right, counted(checks.asked, "check"))));
}

}  // namespace commlab
