#include "lessons/check/checker.h"

#include <algorithm>
#include <set>

#include "lessons/check/problems.h"
#include "lessons/check/spoilers.h"
#include "lessons/check/typed_in_numbers.h"
#include "lessons/check/unfilled_names.h"
#include "lessons/check/variant_check.h"
#include "lessons/model/lesson_step.h"
#include "lessons/model/misconceptions.h"
#include "lessons/model/scene.h"
#include "lessons/model/script_files.h"
#include "lessons/play/class_length.h"

namespace commlab {
namespace {

// Whether the answer depends on no run.

bool nothing_computed(const Question& question) {
  if (question.fact || question.expect) return false;
  for (const auto* right : {&question.answer, &question.any_of})
    if (*right) return !asks_something(**right);
  return std::ranges::none_of(question.choices,
                              [](const AnswerChoice& choice) { return asks_something(choice.holds); });
}

void check_without_runs(const Question& question, LessonProblems& problems) {
  if (nothing_computed(question))
    problems.add(question.line, "the answer asks nothing of the run: compute it, or say fact = true");
  else if (!question.fact)
    for (const AnswerChoice& choice : question.choices)
      if (!asks_something(choice.holds))
        problems.add(
            choice.holds.line,
            fmt::format("the choice \"{}\" asks nothing of the run, so '{}' never changes: compute it, "
                        "or say fact = true",
                        choice.text, choice.holds.text));
  if (question.expect && !asks_something(*question.expect))
    problems.add(question.line, "'expect' asks nothing of the run, so no change of the scene matters");
  if (question.expect && question.solutions.empty())
    problems.add(question.line, "a check that changes the scene needs a solution block behind it");
}

// Only a wrong answer can show that a learner has a misconception.
void check_fights(const Lesson& lesson, LessonProblems& problems) {
  const std::set<std::string> shown = misconceptions_shown(lesson);
  for (const std::string& code : lesson.fights)
    if (!shown.contains(code))
      problems.add(
          1, fmt::format("'fights' names {}, and no wrong answer shows it: write {} behind the message of "
                         "a wrong answer or choice",
                         code, code));
}

// Limits of what a class of each length plays.

constexpr std::size_t most_steps_without_core = 2;  // then the first is played by a class of five minutes
constexpr double most_overdrawn = 1.5;              // planned minutes for each minute of the class

bool has_core(const Lesson& lesson) {
  return std::ranges::any_of(lesson.steps,
                             [](const LessonStep& step) { return step.part == StepPart::core; });
}

void check_class_lengths(const Lesson& lesson, LessonProblems& problems) {
  if (!has_core(lesson)) {
    if (lesson.steps.size() > most_steps_without_core)
      problems.add(lesson.steps.front().line,
                   "no step is {core}: say which one to three a class of five minutes plays, as in "
                   "## Title {core}");
    return;
  }
  for (const ClassLength length : {ClassLength::five_minutes, ClassLength::fifteen_minutes}) {
    const double planned = planned_minutes(lesson, length);
    if (planned > most_overdrawn * minutes_of(length))
      problems.add(
          lesson.steps.front().line,
          fmt::format("the steps of a class of {} minutes are planned to take {:.0f}: mark fewer {}, or "
                      "change `minutes` in their teacher blocks",
                      minutes_of(length), planned,
                      length == ClassLength::five_minutes ? "{core}" : "steps of the usual kind"));
  }
}

// A fit and its test stand far apart in a file, so the mark of one of them is easily forgotten.
void check_fits_are_played(const Lesson& lesson, LessonProblems& problems) {
  for (const ClassLength length : class_lengths)
    for (const auto& [test, fit] : tests_without_fit(lesson, length)) {
      const LessonStep& left_out = lesson.steps[test];
      const LessonStep& needed = lesson.steps[fit];
      problems.add(left_out.line,
                   fmt::format("a class of {} minutes would test the fit of '{}' (line {}) without making "
                               "it: mark both steps alike",
                               minutes_of(length), needed.title, needed.line));
    }
}

int count_questions(const Lesson& lesson) {
  int all = 0;
  for (const LessonStep& step : lesson.steps)
    for (const LessonStep::Item& item : step.items) all += std::holds_alternative<Question>(item);
  return all;
}

}  // namespace

LessonVerdict check_lesson(const Lesson& as_written, const Laboratory& laboratory, SceneLimits limits,
                           std::optional<std::uint64_t> only) {
  LessonProblems problems(as_written.file);
  const Lesson lesson = with_script_files(
      as_written, laboratory, [&](int line, const std::string& sentence) { problems.add(line, sentence); });
  for (const LessonStep& step : lesson.steps)
    for (const LessonStep::Item& item : step.items)
      if (const auto* question = std::get_if<Question>(&item)) check_without_runs(*question, problems);
  check_fights(lesson, problems);
  check_typed_in_numbers(lesson, problems);
  check_unfilled_names(lesson, problems);
  check_class_lengths(lesson, problems);
  check_fits_are_played(lesson, problems);

  const std::uint64_t variants =
      only ? 1 : std::min<std::uint64_t>(combinations_of(lesson), most_checked_variants);
  SceneRunner runner(laboratory, limits);
  for (std::uint64_t variant = 0; variant < variants; ++variant)
    check_variant(lesson, only.value_or(variant), runner, problems);
  check_no_spoilers(lesson, only.value_or(0), runner, problems);
  return {.file = lesson.file,
          .title = lesson.title,
          .steps = static_cast<int>(lesson.steps.size()),
          .questions = count_questions(lesson),
          .minutes = lesson.minutes,
          .cut_minutes = {planned_minutes(lesson, ClassLength::five_minutes),
                          planned_minutes(lesson, ClassLength::fifteen_minutes),
                          planned_minutes(lesson, ClassLength::fifty_minutes)},
          .has_core = has_core(lesson),
          .variants = static_cast<int>(variants),
          .problems = problems.sentences()};
}

}  // namespace commlab
