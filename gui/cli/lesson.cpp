// commlab lesson: lists, plays and checks lessons.

#include <algorithm>
#include <iostream>
#include <memory>

#include <unistd.h>
#include <CLI/CLI.hpp>

#include "core/nearest.h"
#include "core/numbers.h"
#include "gui/cli/command.h"
#include "gui/cli/file_watch.h"
#include "gui/cli/laboratory.h"
#include "gui/cli/lesson_new.h"
#include "gui/cli/lesson_play.h"
#include "gui/cli/lesson_shelf.h"
#include "gui/cli/output.h"
#include "gui/cli/table.h"
#include "lessons/checker.h"
#include "lessons/record.h"

namespace commlab {
namespace {

struct Asked {
  std::vector<std::string> words;
  bool check = false;
  bool watch = false;
  bool anew = false;
  std::string name{};
  std::optional<std::uint64_t> variant{};
};

Result<std::vector<std::filesystem::path>> files_of(const std::vector<std::string>& words,
                                                    const Tools& tools) {
  if (words.empty()) {
    std::vector<std::filesystem::path> all = lesson_files(tools.lesson_folder);
    if (all.empty()) return fail("there are no lessons in {}", tools.lesson_folder.string());
    return all;
  }
  std::vector<std::filesystem::path> files;
  for (const std::string& word : words) {
    const auto file = find_lesson(word, tools.lesson_folder);
    if (!file) return tl::unexpected(file.error());
    files.push_back(*file);
  }
  return files;
}

std::string verdict_text(const LessonVerdict& verdict) {
  std::string text;
  for (const std::string& problem : verdict.problems) text += problem + "\n";
  const std::string variants = verdict.variants > 1 ? fmt::format(", {} variants", verdict.variants) : "";
  text += fmt::format("{}  {}: {}, {}, {} min{}\n", verdict.problems.empty() ? "ok    " : "WRONG ",
                      verdict.title, counted(verdict.steps, "step"), counted(verdict.questions, "question"),
                      verdict.minutes, variants);
  return text;
}

// What the lesson says comes before it, and is not among those that are shipped.
std::vector<std::string> missing_needs(const Lesson& lesson, const std::vector<std::string>& ids) {
  std::vector<std::string> problems;
  for (const std::string& need : lesson.needs)
    if (std::ranges::find(ids, need) == ids.end())
      problems.push_back(
          fmt::format("{}:1: needs: there is no lesson '{}'{}", lesson.file, need, suggestion(need, ids)));
  return problems;
}

std::vector<std::string> shipped_ids(const Tools& tools) {
  std::vector<std::string> ids;
  for (const std::filesystem::path& file : lesson_files(tools.lesson_folder))
    if (const Result<Lesson> lesson = read_lesson(file)) ids.push_back(lesson->id);
  return ids;
}

Result<int> check(const std::vector<std::string>& words, std::optional<std::uint64_t> variant,
                  const Tools& tools) {
  const auto files = files_of(words, tools);
  if (!files) return tl::unexpected(files.error());
  const Laboratory lab = laboratory(tools);
  const std::vector<std::string> ids = shipped_ids(tools);
  std::string text;
  bool fine = true;
  for (const std::filesystem::path& file : *files) {
    const Result<Lesson> lesson = read_lesson(file);
    if (!lesson) {
      text += fmt::format("{}\nWRONG   {}\n", lesson.error().message, file.filename().string());
      fine = false;
      continue;
    }
    LessonVerdict verdict = check_lesson(*lesson, lab, limits_of_a_check, variant);
    for (const std::string& problem : missing_needs(*lesson, ids)) verdict.problems.push_back(problem);
    text += verdict_text(verdict);
    fine = fine && verdict.problems.empty();
  }
  return deliver({}, text).map([&] { return fine ? 0 : 1; });
}

// Until the user stops it.
Result<int> check_whenever_saved(const std::vector<std::string>& words, std::optional<std::uint64_t> variant,
                                 const Tools& tools) {
  if (words.size() != 1)
    return fail(
        "--watch: one lesson's file is named, as in commlab lesson --check --watch my-lesson.lesson.md");
  const auto file = find_lesson(words[0], tools.lesson_folder);
  if (!file) return tl::unexpected(file.error());
  Result<FileWatch> watch = FileWatch::of(*file);
  if (!watch) return tl::unexpected(watch.error());
  while (true) {
    if (const Result<int> checked = check({file->string()}, variant, tools); !checked) return checked;
    if (const Status said = deliver({}, "        checked again whenever it is saved; Ctrl-C ends this\n");
        !said)
      return tl::unexpected(said.error());
    if (const Status saved = watch->wait_until_saved(); !saved) return tl::unexpected(saved.error());
  }
}

// The list, with how far this user is in each.

std::string state_of(const Lesson& lesson) {
  const Result<LessonRecord> record = read_record(lesson, record_folder());
  if (!record) return "answers unreadable";
  if (completed(lesson, *record)) return "done";
  if (record->answers.empty() && record->step == 0) return "";
  return fmt::format("at step {} of {}", record->step + 1, lesson.steps.size());
}

// The numbers of those that come before it, and behind them the ids of those without one.
std::string needs_text(const Lesson& lesson, const std::vector<Lesson>& all) {
  std::vector<int> numbers;
  std::vector<std::string> ids;
  for (const std::string& need : lesson.needs) {
    const auto found = std::ranges::find(all, need, &Lesson::id);
    if (found != all.end() && found->number > 0)
      numbers.push_back(found->number);
    else
      ids.push_back(need);
  }
  std::ranges::sort(numbers);
  const std::string between = numbers.empty() || ids.empty() ? "" : ", ";
  return fmt::format("{}{}{}", fmt::join(numbers, ", "), between, fmt::join(ids, ", "));
}

Result<int> list(const Tools& tools) {
  const auto files = files_of({}, tools);
  if (!files) return tl::unexpected(files.error());
  std::vector<Lesson> lessons;
  Table table(
      {{"", Table::Align::right}, {"lesson"}, {"min", Table::Align::right}, {"comes after"}, {"you"}});
  for (const std::filesystem::path& file : *files) {
    Result<Lesson> lesson = read_lesson(file);
    if (!lesson) return tl::unexpected(lesson.error());
    lessons.push_back(*std::move(lesson));
  }
  for (const Lesson& lesson : lessons)
    table.add({lesson.number ? std::to_string(lesson.number) : "", lesson.title,
               std::to_string(lesson.minutes), needs_text(lesson, lessons), state_of(lesson)});
  return deliver({}, table.text() + "\ncommlab lesson 1 plays the first; commlab window has them, too.\n")
      .map([] { return 0; });
}

Result<int> play(const std::string& what, const Asked& asked, const Tools& tools) {
  const auto file = find_lesson(what, tools.lesson_folder);
  if (!file) return tl::unexpected(file.error());
  const Result<Lesson> lesson = read_lesson(*file);
  if (!lesson) return tl::unexpected(lesson.error());
  const std::filesystem::path folder = record_folder();
  if (asked.anew)
    if (const Status forgotten = forget_record(*lesson, folder); !forgotten)
      return tl::unexpected(forgotten.error());
  Result<LessonRecord> record = read_record(*lesson, folder);
  if (!record) return tl::unexpected(record.error());
  if (asked.variant && *asked.variant != record->variant && !record->answers.empty())
    return fail("--variant {}: answers to variant {} are kept; --anew forgets them and begins again",
                *asked.variant, record->variant);
  if (asked.variant) record->variant = *asked.variant;
  const Laboratory lab = laboratory(tools);
  Player player(*lesson, lab, *record);
  return play_lesson(player, {.in = std::cin,
                              .out = std::cout,
                              .style = terminal_style(),
                              .echo = isatty(STDIN_FILENO) != 1,
                              .save = [&](const LessonRecord& kept) { return save_record(kept, folder); }})
      .map([] { return 0; });
}

Result<int> run(const Asked& asked, const Tools& tools) {
  if (asked.watch && !asked.check)
    return fail("--watch checks again whenever a file is saved: it belongs to --check");
  if (asked.check)
    return asked.watch ? check_whenever_saved(asked.words, asked.variant, tools)
                       : check(asked.words, asked.variant, tools);
  const bool exports = asked.words.size() == 1 && asked.words.front() == "export";
  if (!asked.name.empty() && !exports)
    return fail("--name is that of who hands in: it belongs to lesson export");
  if (asked.words.empty()) return list(tools);
  const std::string& first = asked.words.front();
  if (first == "new") {
    if (asked.words.size() != 2)
      return fail("lesson new: a name is missing, as in commlab lesson new my-lesson");
    return write_new_lesson(asked.words[1])
        .and_then([](const std::string& file) {
          return deliver({}, fmt::format("{} is written: a lesson that works, to be changed.\n"
                                         "commlab lesson --check {} tells whether it still does.\n",
                                         file, file));
        })
        .map([] { return 0; });
  }
  if (exports)
    return exported_records(record_folder(), asked.name)
        .and_then([](const std::string& text) { return deliver({}, text); })
        .map([] { return 0; });
  if (asked.words.size() > 1)
    return fail("lesson: '{}' is more than was expected; one lesson is played at a time", asked.words[1]);
  return play(first, asked, tools);
}

Action declare(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<Asked>();
  app.add_option("what", asked->words,
                 "a lesson's number or name, or FILE.lesson.md; new NAME; export; nothing: all lessons")
      ->type_name("LESSON|new NAME|export");
  app.add_flag("--check", asked->check,
               "do every scene, question and answer of it; without a lesson, of all of them");
  app.add_flag("--watch", asked->watch, "with --check: again whenever the file is saved, until Ctrl-C");
  app.add_option("--name", asked->name, "of who hands in, for lesson export")->type_name("TEXT");
  app.add_flag("--anew", asked->anew, "forget this lesson's answers, and begin again");
  app.add_option("--variant", asked->variant, "which of the lesson's variants; default: drawn once for you")
      ->type_name("N");
  return [asked, &tools] { return run(*asked, tools); };
}

}  // namespace

const Command lesson_command = {
    .name = "lesson",
    .summary = "predict, run, understand: a course to be played here",
    .examples = R"(  commlab lesson                            the course, and how far you are
  commlab lesson 7
  commlab lesson new my-lesson              a lesson to be changed into yours
  commlab lesson --check my-lesson.lesson.md
  commlab lesson --check --watch my-lesson.lesson.md
  commlab lesson export --name "Ada" > answers.json   what you answered, to hand in)",
    .declare = declare};

}  // namespace commlab
