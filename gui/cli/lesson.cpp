// commlab lesson: lists, plays and checks lessons.

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>

#include <unistd.h>
#include <CLI/CLI.hpp>

#include "gui/cli/command.h"
#include "gui/cli/laboratory.h"
#include "gui/cli/lesson_check.h"
#include "gui/cli/lesson_new.h"
#include "gui/cli/lesson_play.h"
#include "gui/cli/lesson_quiz.h"
#include "gui/cli/lesson_sheet.h"
#include "gui/cli/lesson_shelf.h"
#include "gui/cli/lesson_tally.h"
#include "gui/cli/output.h"
#include "gui/cli/table.h"
#include "lessons/cut.h"
#include "lessons/record.h"
#include "lessons/variant_of_name.h"

namespace commlab {
namespace {

struct Asked {
  std::vector<std::string> words;
  bool check = false;
  bool watch = false;
  bool anew = false;
  std::string name{};
  std::optional<std::uint64_t> variant{};
  std::optional<int> minutes{};  // of the class
};

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

// "5, 12, 15": the minutes of its cuts.
std::string cuts_text(const Lesson& lesson) {
  std::vector<std::string> minutes;
  for (const LessonCut cut : lesson_cuts)
    minutes.push_back(fmt::format("{:.0f}", planned_minutes(lesson, cut)));
  return fmt::format("{}", fmt::join(minutes, ", "));
}

Result<int> list(const Tools& tools) {
  const auto files = named_or_all_lessons({}, tools.lesson_folder);
  if (!files) return tl::unexpected(files.error());
  std::vector<Lesson> lessons;
  Table table({{"", Table::Align::right},
               {"lesson"},
               {"min", Table::Align::right},
               {"in class"},
               {"comes after"},
               {"you"}});
  for (const std::filesystem::path& file : *files) {
    Result<Lesson> lesson = read_lesson(file);
    if (!lesson) return tl::unexpected(lesson.error());
    lessons.push_back(*std::move(lesson));
  }
  for (const Lesson& lesson : lessons)
    table.add({lesson.number ? std::to_string(lesson.number) : "", lesson.title,
               std::to_string(lesson.minutes), cuts_text(lesson), needs_text(lesson, lessons),
               state_of(lesson)});
  return deliver({}, table.text() +
                         "\ncommlab lesson 1 plays the first; commlab window has them, too.\n"
                         "In class: minutes of the short cuts for 5 and 15 minutes, and of all "
                         "(--cut 5, 15, 50).\n")
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
  if (asked.variant && !asked.name.empty())
    return fail("--variant and --name: a name says which variant it is; leave one of the two out");
  const std::optional<std::uint64_t> variant =
      asked.name.empty() ? asked.variant : variant_of_name(*lesson, asked.name);
  if (variant && *variant != record->variant && !record->answers.empty())
    return fail("{}: answers to variant {} are kept; --anew forgets them and begins again",
                asked.name.empty() ? fmt::format("--variant {}", *variant)
                                   : fmt::format("--name {} has variant {}", asked.name, *variant),
                record->variant);
  if (variant) record->variant = *variant;
  std::optional<LessonCut> cut;
  if (asked.minutes) {
    const Result<LessonCut> known = cut_of(*asked.minutes);
    if (!known) return fail("--cut: {}", known.error().message);
    cut = *known;
  }
  const Laboratory lab = laboratory(tools);
  Player player(*lesson, lab, *record);
  return play_lesson(player,
                     {.in = std::cin,
                      .out = std::cout,
                      .style = terminal_style(),
                      .echo = isatty(STDIN_FILENO) != 1,
                      .save = [&](const LessonRecord& kept) { return save_record(kept, folder); }},
                     cut)
      .map([] { return 0; });
}

Result<int> run(const Asked& asked, const Tools& tools) {
  if (asked.watch && !asked.check)
    return fail("--watch checks again whenever a file is saved: it belongs to --check");
  if (asked.check)
    return asked.watch ? check_lessons_whenever_saved(asked.words, asked.variant, tools)
                       : check_lessons(asked.words, asked.variant, tools);
  const bool exports = asked.words.size() == 1 && asked.words.front() == "export";
  if (asked.words.empty() && !asked.name.empty())
    return fail("--name is that of who plays or hands in: a lesson is missing, or export");
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
  app.add_option("--name", asked->name, "of who plays: the name's variant; or who hands in, for export")
      ->type_name("TEXT");
  app.add_flag("--anew", asked->anew, "forget this lesson's answers, and begin again");
  app.add_option("--cut", asked->minutes, "play the steps of a class of 5, 15 or 50 minutes; default: all")
      ->type_name("MINUTES");
  app.add_option("--variant", asked->variant, "which of the lesson's variants; default: drawn once for you")
      ->type_name("N");
  const std::array classroom = {declare_lesson_tally(app, tools), declare_lesson_sheet(app, tools),
                                declare_lesson_quiz(app, tools)};
  return [asked, classroom, &tools] {
    for (const Subcommand& command : classroom)
      if (command.app->parsed()) return command.action();
    return run(*asked, tools);
  };
}

}  // namespace

const Command lesson_command = {
    .name = "lesson",
    .summary = "predict, run, understand: a course to be played here",
    .examples = R"(  commlab lesson                            the course, and how far you are
  commlab lesson 7
  commlab lesson 7 --cut 5                  its heart, in five minutes
  commlab lesson new my-lesson              a lesson to be changed into yours
  commlab lesson --check my-lesson.lesson.md
  commlab lesson --check --watch my-lesson.lesson.md
  commlab lesson export --name "Ada" > ada.json   what you answered, to hand in
  commlab lesson tally handed-in/           what a class answered
  commlab lesson quiz                       ten questions of the lessons you have done
  commlab lesson sheet 7 --for names.txt --out class.html   a sheet of paper for each of them
  commlab lesson 7 --name Ada               the variant that Ada's sheet has)",
    .declare = declare};

}  // namespace commlab
