#include "gui/cli/commands/lesson_quiz.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <random>

#include <unistd.h>
#include <CLI/CLI.hpp>

#include "core/base/numbers.h"
#include "gui/cli/commands/number_option.h"
#include "gui/cli/lesson/quiz_play.h"
#include "gui/cli/lesson/sheet_output.h"
#include "gui/experiments/find_lesson.h"
#include "gui/experiments/laboratory.h"
#include "lessons/class/quiz.h"
#include "lessons/play/record.h"

namespace commlab {
namespace {

struct LessonQuizArguments {
  std::vector<std::string> lessons;
  std::optional<std::uint64_t> seed{};
  std::size_t most = 10;
  std::string tag = "quiz";
  bool sheet = false;
  bool answers = false;
  SheetOutput output{};
};

// Keeps the lessons that this user has done; all of them where none is done.
void keep_done(std::vector<Lesson>& lessons) {
  std::vector<Lesson> done;
  for (const Lesson& lesson : lessons)
    if (const auto record = read_record(lesson, record_folder()); record && completed(lesson, *record))
      done.push_back(lesson);
  if (!done.empty()) lessons = std::move(done);
}

// Somebody who names a lesson expects questions from it, so a lesson without any is reported.
void tell_without_quiz(const std::vector<Lesson>& lessons, const std::string& tag) {
  for (const Lesson& lesson : lessons)
    if (quiz_of({lesson}, 0, 1, tag).empty())
      std::cerr << fmt::format("note: no question of {} is tagged \"{}\"\n", lesson.title, tag);
}

Result<int> play(const std::vector<QuizQuestion>& quiz, SceneRunner& runner, std::uint64_t seed) {
  std::cout << fmt::format(
      "{} (--seed {} asks the same again). Type an answer, hint or quit; Enter is \"I don't know\".\n",
      counted(static_cast<std::int64_t>(quiz.size()), "question"), seed);
  return play_quiz(quiz, runner,
                   {.in = std::cin,
                    .out = std::cout,
                    .style = terminal_style(),
                    .echo = isatty(STDIN_FILENO) != 1,
                    .save = {}})
      .map([] { return 0; });
}

Result<int> run(const LessonQuizArguments& asked, const Tools& tools) {
  if (!asked.sheet && (asked.answers || asked.output.format || !asked.output.file.empty()))
    return fail("--answers, --format and --out need a quiz on paper: add --sheet");
  const Laboratory lab = laboratory(tools);
  auto lessons = read_named_or_all_lessons(asked.lessons, tools.lesson_folder, lab);
  if (!lessons) return tl::unexpected(lessons.error());
  if (asked.lessons.empty() && !asked.sheet) keep_done(*lessons);
  const std::uint64_t seed = asked.seed.value_or(asked.sheet ? 0 : std::random_device()() % 1000);
  const std::vector<QuizQuestion> quiz = quiz_of(*lessons, seed, asked.most, asked.tag);
  if (quiz.empty())
    return fail("no question of {} is tagged \"{}\"", lessons->size() == 1 ? "this lesson" : "these lessons",
                asked.tag);
  if (!asked.lessons.empty()) tell_without_quiz(*lessons, asked.tag);
  SceneRunner runner(lab, limits_of_a_check);
  if (!asked.sheet) return play(quiz, runner, seed);
  return quiz_sheet(quiz, asked.answers, runner).and_then([&](const Sheet& sheet) -> Result<int> {
    return deliver(asked.output, {sheet}).map([] { return 0; });
  });
}

}  // namespace

Subcommand declare_lesson_quiz(CLI::App& lesson, const Tools& tools) {
  const auto asked = std::make_shared<LessonQuizArguments>();
  CLI::App* app =
      lesson.add_subcommand("quiz", "a recap: shuffled questions of several lessons, here or on paper");
  app->add_option("lessons", asked->lessons,
                  "numbers, names or files; default: the lessons you have done; with --sheet all lessons")
      ->type_name("LESSONS");
  add_number(*app, "--seed", asked->seed, std::uint64_t{0}, UINT64_MAX,
             "draws the questions and their variants; default: random; with --sheet 0");
  add_number(*app, "--count", asked->most, 1, 1000, "number of questions, at most; default: 10");
  app->add_option("--tag", asked->tag, "ask only questions with this tag, as packt; default: quiz")
      ->type_name("TAG");
  app->add_flag("--sheet", asked->sheet, "print the quiz on paper");
  app->add_flag("--answers", asked->answers, "with --sheet: the teacher's key");
  add_sheet_output(*app, asked->output);
  app->footer(R"(
examples:
  commlab lesson quiz
  commlab lesson quiz 1 2 3 --count 5 --seed 7
  commlab lesson quiz --tag packt --count 20
  commlab lesson quiz 1 2 3 --sheet --out quiz.html
  commlab lesson quiz 1 2 3 --sheet --answers --out key.html)");
  return {app, [asked, &tools] { return run(*asked, tools); }};
}

}  // namespace commlab
