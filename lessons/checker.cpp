#include "lessons/checker.h"

#include <algorithm>

#include "lessons/problems.h"
#include "lessons/scene.h"
#include "lessons/variant_check.h"

namespace commlab {
namespace {

// What does not depend on any run.

bool nothing_computed(const Question& question) {
  if (question.fact || question.expect) return false;
  if (question.answer) return !asks_something(*question.answer);
  return std::ranges::none_of(question.choices,
                              [](const AnswerChoice& choice) { return asks_something(choice.holds); });
}

void check_without_runs(const Question& question, LessonProblems& problems) {
  if (nothing_computed(question))
    problems.add(question.line, "the answer asks nothing of the run: compute it, or say fact = true");
  if (question.expect && !asks_something(*question.expect))
    problems.add(question.line, "'expect' asks nothing of the run, so no change of the scene matters");
  if (question.expect && question.solutions.empty())
    problems.add(question.line, "a check that changes the scene needs a solution block behind it");
}

// Numbers typed into texts.

// All texts of scenes, in which a number may be repeated by the prose.
std::vector<std::string> known_texts(const Lesson& lesson) {
  std::vector<std::string> known;
  for (const LessonStep& step : lesson.steps)
    for (const LessonStep::Item& item : step.items)
      if (const auto* scene = std::get_if<SceneBlock>(&item)) {
        for (const auto& [key, value] : scene->keys) known.push_back(value);
        known.push_back(scene->script.value_or(""));
      } else if (const auto* explore = std::get_if<ExploreBlock>(&item)) {
        for (const ExploreBlock::Control& control : explore->controls)
          known.insert(known.end(), control.stops.begin(), control.stops.end());
      }
  for (const Variation& variation : lesson.vary)
    known.insert(known.end(), variation.values.begin(), variation.values.end());
  return known;
}

// Those that are read by people, and where they stand.
using TextsAndLines = std::vector<std::pair<const std::string*, int>>;

void add_labels(const std::vector<LabelledExpression>& labelled, TextsAndLines& texts) {
  for (const LabelledExpression& one : labelled) texts.emplace_back(&one.label, one.value.line);
}

TextsAndLines texts_of(const Question& question) {
  TextsAndLines texts = {{&question.ask, question.line}, {&question.why, question.line}};
  for (const std::string& hint : question.hints) texts.emplace_back(&hint, question.line);
  for (const WrongAnswer& wrong : question.wrong) texts.emplace_back(&wrong.message, wrong.value.line);
  for (const AnswerChoice& choice : question.choices) texts.emplace_back(&choice.message, choice.holds.line);
  return texts;
}

TextsAndLines texts_of(const LessonStep::Item& item) {
  TextsAndLines texts;
  if (const auto* question = std::get_if<Question>(&item)) texts = texts_of(*question);
  if (const auto* prose = std::get_if<Prose>(&item)) texts.emplace_back(&prose->markdown, prose->line);
  if (const auto* measure = std::get_if<MeasureBlock>(&item))
    texts.emplace_back(&measure->says, measure->line);
  if (const auto* view = std::get_if<ViewBlock>(&item)) {
    texts.emplace_back(&view->caption, view->line);
    add_labels(view->counters, texts);
  }
  if (const auto* explore = std::get_if<ExploreBlock>(&item)) {
    texts.emplace_back(&explore->ask, explore->line);
    add_labels(explore->shows, texts);
  }
  if (const auto* plot = std::get_if<PlotBlock>(&item)) {
    texts.emplace_back(&plot->title, plot->line);
    for (const auto* lines : {&plot->curves, &plot->marks, &plot->bars}) add_labels(*lines, texts);
  }
  return texts;
}

void check_numbers(const Lesson& lesson, LessonProblems& problems) {
  const std::vector<std::string> known = known_texts(lesson);
  const auto check = [&](const std::string& text, int line) {
    for (const std::string& number : typed_in_numbers(text, known))
      problems.add(line,
                   fmt::format("'{}' is typed in, and no scene has it: compute it, or write {{{{ {} }}}}",
                               number, number));
  };
  for (const LessonStep& step : lesson.steps)
    for (const LessonStep::Item& item : step.items)
      for (const auto& [text, line] : texts_of(item)) check(*text, line);
}

int count_questions(const Lesson& lesson) {
  int all = 0;
  for (const LessonStep& step : lesson.steps)
    for (const LessonStep::Item& item : step.items) all += std::holds_alternative<Question>(item);
  return all;
}

}  // namespace

LessonVerdict check_lesson(const Lesson& lesson, const Laboratory& laboratory, SceneLimits limits,
                           std::optional<std::uint64_t> only) {
  LessonProblems problems(lesson.file);
  for (const LessonStep& step : lesson.steps)
    for (const LessonStep::Item& item : step.items)
      if (const auto* question = std::get_if<Question>(&item)) check_without_runs(*question, problems);
  check_numbers(lesson, problems);

  const std::uint64_t variants =
      only ? 1 : std::min<std::uint64_t>(combinations_of(lesson), most_checked_variants);
  SceneRunner runner(laboratory, limits);
  for (std::uint64_t variant = 0; variant < variants; ++variant)
    check_variant(lesson, only.value_or(variant), runner, problems);
  return {.file = lesson.file,
          .title = lesson.title,
          .steps = static_cast<int>(lesson.steps.size()),
          .questions = count_questions(lesson),
          .minutes = lesson.minutes,
          .variants = static_cast<int>(variants),
          .problems = problems.sentences()};
}

}  // namespace commlab
