#include "lessons/class/quiz.h"

#include <algorithm>

#include "core/base/stable_hash.h"
#include "lessons/answer/answers_in_words.h"
#include "lessons/answer/assumption.h"
#include "lessons/answer/judge.h"
#include "lessons/class/sheet_question.h"
#include "lessons/expression/fill.h"
#include "lessons/model/question_kinds.h"
#include "lessons/model/shuffled_choices.h"

namespace commlab {
namespace {

bool asked_in_a_quiz(const Question& question, const std::string& tag) {
  return !changes_scene(question) && std::ranges::find(question.tags, tag) != question.tags.end();
}

std::string title_of(const QuizQuestion& asked) {
  const Lesson& lesson = *asked.lesson;
  const std::string number = lesson.number > 0 ? fmt::format("{} ", lesson.number) : "";
  return fmt::format("{}{}: {}", number, lesson.title, lesson.steps[asked.step].title);
}

Result<SheetSection> section_of(const QuizQuestion& asked, SheetNumber number, SceneRunner& runner) {
  const StepInVariant step = step_in_variant(*asked.lesson, asked.step, asked.variant, runner);
  SheetSection section{.title = title_of(asked), .items = {}};
  Result<std::string> before = words_before(asked, step);
  if (!before) return tl::unexpected(before.error());
  section.items.emplace_back(Prose{*std::move(before)});
  section.items.emplace_back(sheet_scene(
      step.scene,
      number.answers ? std::vector<std::string>() : answers_in_words(*asked.question, step.context), runner));
  const FillIn fill_in =
      asked.question->predicts && !number.answers ? with_gaps(step.context) : fill_in_from(step.context);
  return sheet_question(*asked.question, step, number, runner, fill_in).map([&](SheetQuestion question) {
    section.items.emplace_back(std::move(question));
    return section;
  });
}

}  // namespace

std::vector<QuizQuestion> quiz_of(const std::vector<Lesson>& lessons, std::uint64_t seed, std::size_t most,
                                  const std::string& tag) {
  std::vector<std::pair<std::uint64_t, QuizQuestion>> drawn;  // by a number that nobody can foresee
  for (const Lesson& lesson : lessons)
    for (std::size_t step = 0; step < lesson.steps.size(); ++step)
      for (const LessonStep::Item& item : lesson.steps[step].items)
        if (const auto* question = std::get_if<Question>(&item);
            question && asked_in_a_quiz(*question, tag)) {
          const std::uint64_t lot = stable_hash(fmt::format("{} {} {}", seed, lesson.id, question->line));
          drawn.push_back({lot, {&lesson, question, static_cast<int>(step), lot / 2 % variants_of(lesson)}});
        }
  std::ranges::stable_sort(drawn, {}, [](const auto& one) { return one.first; });
  std::vector<QuizQuestion> quiz;
  for (const auto& [lot, question] : drawn)
    if (quiz.size() < most) quiz.push_back(question);
  return quiz;
}

Question shown_question(const QuizQuestion& asked) {
  return with_choices_in(*asked.question, order_in(*asked.lesson, asked.variant));
}

Result<std::string> words_before(const QuizQuestion& asked, const StepInVariant& step) {
  std::string words;
  for (const LessonStep::Item& item : step.step->items) {
    if (std::get_if<Question>(&item) == asked.question) break;
    const auto* prose = std::get_if<Prose>(&item);
    if (!prose) continue;
    const Result<std::string> text = text_in(step, prose->markdown, fill_in_from(step.context, true));
    if (!text) return fail("{}:{}: {}", asked.lesson->file, prose->line, text.error().message);
    words += (words.empty() ? "" : "\n\n") + *text;
  }
  return words;
}

Result<Feedback> quiz_feedback(const QuizQuestion& asked, const std::string& text,
                               const StepInVariant& step) {
  const bool unknown = says_unknown(text);
  Result<Feedback> feedback = unknown ? revealed(shown_question(asked), step.context)
                                      : judge(shown_question(asked), text, step.context);
  if (feedback) feedback = with_assumption(*feedback, *asked.question, step.scene, step.context);
  if (!feedback) return feedback;
  feedback->unknown = unknown;
  if (unknown) feedback->yours = "I don't know";
  for (std::string* words : {&feedback->yours, &feedback->result, &feedback->message, &feedback->why})
    *words = with_values(*words, words_of(step.scene, step.varying));
  return feedback;
}

Result<Sheet> quiz_sheet(const std::vector<QuizQuestion>& quiz, bool answers, SceneRunner& runner) {
  Sheet sheet{.title = "Quiz", .answers = answers};
  for (const QuizQuestion& asked : quiz) {
    runner.count_anew();
    const SheetNumber number{.number = static_cast<int>(sheet.sections.size()) + 1, .answers = answers};
    Result<SheetSection> section = section_of(asked, number, runner);
    if (!section)
      return fail(section.error().fault, "{}:{}: {}", asked.lesson->file, asked.question->line,
                  section.error().message);
    sheet.sections.push_back(*std::move(section));
  }
  return sheet;
}

}  // namespace commlab
