#include "gui/cli/commands/lesson_tally.h"

#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "gui/cli/commands/options.h"
#include "gui/cli/output/prose_text.h"
#include "gui/cli/reports/tally_report.h"
#include "gui/experiments/find_lesson.h"
#include "gui/experiments/laboratory.h"
#include "lessons/class/handed_in.h"
#include "lessons/class/tally.h"

namespace commlab {
namespace {

struct LessonTallyArguments {
  std::vector<std::string> files;
  std::vector<std::string> lessons;
  Output output;
};

// Drops the records of all lessons that were not asked for, without a note.
void keep_only(const std::vector<Lesson>& lessons, std::vector<HandedIn>& files) {
  for (HandedIn& file : files)
    std::erase_if(file.answers.records, [&](const LessonRecord& record) {
      return std::ranges::find(lessons, record.lesson, &Lesson::id) == lessons.end();
    });
}

std::string report(const ClassTally& tally, Format format) {
  switch (format) {
    case Format::text: return tally_text(tally, terminal_style().width);
    case Format::json: return tally_json(tally);
    case Format::csv: return tally_csv(tally);
  }
  return "";
}

Result<int> run(const LessonTallyArguments& asked, const Tools& tools) {
  const Laboratory lab = laboratory(tools);
  const auto lessons = read_named_or_all_lessons(asked.lessons, tools.lesson_folder, lab);
  if (!lessons) return tl::unexpected(lessons.error());
  const auto files = answer_files(asked.files);
  if (!files) return tl::unexpected(files.error());
  ReadHandedIn read = read_handed_in(*files);
  if (!asked.lessons.empty()) keep_only(*lessons, read.files);
  Result<ClassTally> counted = tally(read.files, *lessons, lab);
  if (!counted) return tl::unexpected(counted.error());
  counted->left_out.insert(counted->left_out.begin(), read.left_out.begin(), read.left_out.end());
  const Status told = deliver(asked.output, report(*counted, asked.output.format));
  if (!told) return tl::unexpected(told.error());
  if (asked.output.format == Format::csv)  // CSV has no place for them
    for (const std::string& sentence : counted->left_out) std::cerr << "left out: " << sentence << "\n";
  return counted->left_out.empty() ? 0 : 1;
}

}  // namespace

Subcommand declare_lesson_tally(CLI::App& lesson, const Tools& tools) {
  const auto asked = std::make_shared<LessonTallyArguments>();
  CLI::App* app = lesson.add_subcommand("tally", "count a class's answers, from files of lesson export");
  app->add_option("files", asked->files, "answer files, or folders: all *.json files in them")
      ->required()
      ->type_name("FILES");
  app->add_option("--lesson", asked->lessons, "only these lessons: numbers or names; default: all")
      ->type_name("LESSON[,...]")
      ->delimiter(',');
  add_output(*app, asked->output, tools);
  app->footer(R"(
Every answer is judged again, by a run of the learner's own variant. What cannot be counted is named and left out;
then the exit status is 1.

examples:
  commlab lesson tally handed-in/           every .json file in this folder
  commlab lesson tally ada.json bob.json --lesson 7
  commlab lesson tally handed-in/ --format csv --out class.csv)");
  return {app, [asked, &tools] { return run(*asked, tools); }};
}

}  // namespace commlab
