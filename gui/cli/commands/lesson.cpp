// commlab lesson: lists, plays and checks lessons.

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>

#include <unistd.h>
#include <CLI/CLI.hpp>

#include "gui/cli/commands/command.h"
#include "gui/cli/commands/lesson_quiz.h"
#include "gui/cli/commands/lesson_sheet.h"
#include "gui/cli/commands/lesson_tally.h"
#include "gui/cli/commands/number_option.h"
#include "gui/cli/lesson/check_lessons.h"
#include "gui/cli/lesson/effective_scene.h"
#include "gui/cli/lesson/lesson_play.h"
#include "gui/cli/lesson/new_lesson.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/table.h"
#include "gui/experiments/find_lesson.h"
#include "gui/experiments/laboratory.h"
#include "lessons/class/learners.h"
#include "lessons/class/variant_of_name.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/play/class_length.h"
#include "lessons/play/record.h"
#include "lessons/play/teaching_stops.h"

namespace commlab {
namespace {

struct LessonArguments {
  std::vector<std::string> words;
  bool check = false;
  bool watch = false;
  bool anew = false;
  std::optional<std::string> name{};  // of the learner
  std::optional<std::uint64_t> variant{};
  std::optional<int> minutes{};  // how long the class is
};

// The folder of the learner's answers.
std::filesystem::path records_of(const LessonArguments& asked) {
  return folder_of_learner(asked.name.value_or(""), record_folder());
}

// The list of lessons, and how far this learner is in each.

std::string state_of(const Lesson& lesson, const std::filesystem::path& records) {
  const Result<LessonRecord> record = read_record(lesson, records);
  if (!record) return "answers unreadable";
  if (completed(lesson, *record)) return "done";
  if (record->answers.empty() && record->step == 0) return "";
  return fmt::format("at step {} of {}", record->step + 1, lesson.steps.size());
}

// The lessons that come before: "2, 3, my-lesson". Lessons without a number come last, by their ids.
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

// "5, 12, 15": the minutes of the three cuts.
std::string cuts_text(const Lesson& lesson) {
  std::vector<std::string> minutes;
  for (const ClassLength cut : class_lengths)
    minutes.push_back(fmt::format("{:.0f}", planned_minutes(lesson, cut)));
  return fmt::format("{}", fmt::join(minutes, ", "));
}

// "9, 25, 31": how many teaching stops each of the three cuts has in class.
std::string stops_text(const Lesson& lesson) {
  std::vector<std::size_t> stops;
  for (const ClassLength cut : class_lengths) stops.push_back(teaching_stops(lesson, cut).size());
  return fmt::format("{}", fmt::join(stops, ", "));
}

Result<int> list(const LessonArguments& asked, const Tools& tools) {
  const auto files = named_or_all_lessons({}, tools.lesson_folder);
  if (!files) return tl::unexpected(files.error());
  std::vector<Lesson> lessons;
  Table table({{"", right}, {"lesson"}, {"min", right}, {"in class"}, {"stops"}, {"comes after"}, {"you"}});
  for (const std::filesystem::path& file : *files) {
    Result<Lesson> lesson = read_lesson(file);
    if (!lesson) return tl::unexpected(lesson.error());
    lessons.push_back(*std::move(lesson));
  }
  for (const Lesson& lesson : lessons)
    table.add({lesson.number ? std::to_string(lesson.number) : "", lesson.title,
               std::to_string(lesson.minutes), cuts_text(lesson), stops_text(lesson),
               needs_text(lesson, lessons), state_of(lesson, records_of(asked))});
  return deliver({},
                 table.text() +
                     "\ncommlab lesson 1 plays the first one; commlab window --lesson 1 has pictures, too.\n"
                     "in class: minutes of the cuts for 5, 15 and 50 minutes (--cut);\n"
                     "stops: how many stops a clicker goes through in each cut.\n")
      .map([] { return 0; });
}

// Sets the variant: --variant, or the variant of the name. Once there are answers, it stays.
Status draw_variant(LessonRecord& record, const Lesson& lesson, const LessonArguments& asked) {
  if (!record.answers.empty()) {
    if (asked.variant && *asked.variant != record.variant)
      return fail("--variant {}: answers to variant {} are kept; --anew forgets them and begins again",
                  *asked.variant, record.variant);
    return {};
  }
  if (asked.name) record.variant = variant_of_name(lesson, *asked.name);
  if (asked.variant) record.variant = *asked.variant;
  return {};
}

Result<int> play(const std::string& what, const LessonArguments& asked, const Tools& tools) {
  const auto file = find_lesson(what, tools.lesson_folder);
  if (!file) return tl::unexpected(file.error());
  const Result<Lesson> lesson = read_lesson(*file);
  if (!lesson) return tl::unexpected(lesson.error());
  const std::filesystem::path folder = records_of(asked);
  if (asked.anew)
    if (const Status forgotten = forget_record(*lesson, folder); !forgotten)
      return tl::unexpected(forgotten.error());
  Result<LessonRecord> record = read_record(*lesson, folder);
  if (!record) return tl::unexpected(record.error());
  if (const Status drawn = draw_variant(*record, *lesson, asked); !drawn)
    return tl::unexpected(drawn.error());
  std::optional<ClassLength> cut;
  if (asked.minutes) {
    const Result<ClassLength> known = class_length_of(*asked.minutes);
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

Result<int> show_scene(const LessonArguments& asked, const Tools& tools) {
  if (asked.words.size() != 3)
    return fail(
        "lesson scene: a lesson and the number of a step are expected, as in commlab lesson scene 7 3");
  auto lessons = read_named_or_all_lessons({asked.words[1]}, tools.lesson_folder, laboratory(tools));
  if (!lessons) return tl::unexpected(lessons.error());
  return effective_scene(lessons->front(), asked.words[2])
      .and_then([](const std::string& text) { return deliver({}, text); })
      .map([] { return 0; });
}

// The whole table, where a lesson quotes only a part of it.
Result<int> show_data(const LessonArguments& asked, const Tools& tools) {
  if (asked.words.size() != 2)
    return fail("lesson data: the name of a table is expected, as in commlab lesson data D15");
  return laboratory(tools)
      .data(asked.words[1])
      .and_then([](const std::string& text) { return deliver({}, text); })
      .map([] { return 0; });
}

Result<int> run(const LessonArguments& asked, const Tools& tools) {
  if (asked.watch && !asked.check)
    return fail("--watch works only with --check: it checks again whenever a file is saved");
  if (asked.check)
    return asked.watch ? check_lessons_whenever_saved(asked.words, asked.variant, tools)
                       : check_lessons(asked.words, asked.variant, tools);
  if (asked.name && name_as_compared(*asked.name).empty())
    return fail("--name: the name is empty; without --name, answers are kept without one");
  const bool exports = asked.words.size() == 1 && asked.words.front() == "export";
  if (asked.words.empty()) return list(asked, tools);
  const std::string& first = asked.words.front();
  if (first == "new") {
    if (asked.words.size() != 2)
      return fail("lesson new: the name is missing, as in commlab lesson new my-lesson");
    return write_new_lesson(asked.words[1])
        .and_then([](const std::string& file) {
          return deliver({}, fmt::format("{} is written. It is a small lesson that works; now change it.\n"
                                         "commlab lesson --check {} tells whether it still works.\n",
                                         file, file));
        })
        .map([] { return 0; });
  }
  if (exports)
    return exported_by(asked.name.value_or(""), record_folder())
        .and_then([](const std::string& text) { return deliver({}, text); })
        .map([] { return 0; });
  if (first == "scene") return show_scene(asked, tools);
  if (first == "data") return show_data(asked, tools);
  if (asked.words.size() > 1)
    return fail("lesson: '{}' is one word too many; name one lesson", asked.words[1]);
  return play(first, asked, tools);
}

Action declare_lesson(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<LessonArguments>();
  app.add_option(
         "what", asked->words,
         "number, name or FILE.lesson.md of a lesson; or new NAME; or scene LESSON STEP; or data TABLE; or "
         "export; default: list all lessons")
      ->type_name("LESSON|new NAME|scene LESSON STEP|data TABLE|export");
  app.add_flag("--check", asked->check,
               "check the lesson: try every scene, question and answer; without a lesson, check all");
  app.add_flag("--watch", asked->watch, "with --check: check again whenever the file is saved, until Ctrl-C");
  app.add_option("--name", asked->name,
                 "name of the learner, where several share a computer: each name has its own answers and its "
                 "own variant; with export: whose answers")
      ->type_name("TEXT");
  app.add_flag("--anew", asked->anew, "forget the answers to this lesson, and begin again");
  app.add_option("--cut", asked->minutes,
                 "play only the steps for a class of 5, 15 or 50 minutes; default: all steps")
      ->type_name("MINUTES");
  add_number(app, "--variant", asked->variant, std::uint64_t{0}, UINT64_MAX,
             "number of the variant; default: drawn once for you, or by your name");
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
    .summary = "play a course of lessons: predict, run, understand",
    .examples = R"(  commlab lesson                            the course, and how far you are
  commlab lesson 7
  commlab lesson 7 --cut 5                  its core steps, in five minutes
  commlab lesson new my-lesson              a lesson to be changed into yours
  commlab lesson --check my-lesson.lesson.md
  commlab lesson data D15                   measured numbers that lessons quote
  commlab lesson scene 7 3                  what step 3 of lesson 7 runs, with all that it inherits
  commlab lesson --check --watch my-lesson.lesson.md
  commlab lesson export --name "Ada" > ada.json   what Ada answered, to hand in
  commlab lesson tally handed-in/           what a class answered
  commlab lesson quiz                       ten questions of the lessons you have done
  commlab lesson sheet 7 --for names.txt --out class.html   a sheet of paper for each of them
  commlab lesson 7 --name Ada               with Ada's own answers, if several share a computer)",
    .declare = declare_lesson};

}  // namespace commlab
