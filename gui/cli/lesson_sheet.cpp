#include "gui/cli/lesson_sheet.h"

#include <filesystem>
#include <fstream>
#include <memory>

#include <CLI/CLI.hpp>

#include "gui/cli/laboratory.h"
#include "gui/cli/lesson_shelf.h"
#include "gui/cli/sheet_output.h"
#include "lessons/lesson_text.h"
#include "lessons/sheet.h"
#include "lessons/variant_of_name.h"

namespace commlab {
namespace {

struct Asked {
  std::vector<std::string> lessons;
  std::string names{};  // a name, or a file with one in each line
  std::optional<std::uint64_t> variant{};
  bool answers = false;
  int minutes = 50;
  SheetOutput output{};
};

Result<std::vector<std::string>> names_of(const std::string& who) {
  std::error_code unreadable;
  if (!std::filesystem::is_regular_file(who, unreadable)) return std::vector{who};
  std::vector<std::string> names;
  std::ifstream file(who);
  for (std::string line; std::getline(file, line);)
    if (const std::string_view name = without_blanks(line); !name.empty()) names.emplace_back(name);
  if (names.empty()) return fail("--for {}: there is no name in this file", who);
  return names;
}

// Whose sheets they are: each learner's own, or of the key one for each variant, with all who have it.
std::vector<SheetWish> wishes_for(const Lesson& lesson, const std::vector<std::string>& names, bool answers) {
  std::vector<SheetWish> wishes;
  for (const std::string& name : names) {
    const std::uint64_t variant = variant_of_name(lesson, name);
    const auto same = std::ranges::find(wishes, variant, &SheetWish::variant);
    if (answers && same != wishes.end())
      same->name += ", " + name;
    else
      wishes.push_back({.variant = variant, .name = name});
  }
  return wishes;
}

Result<std::vector<SheetWish>> wishes_of(const Asked& asked, const Lesson& lesson) {
  const Result<LessonCut> cut = cut_of(asked.minutes);
  if (!cut) return fail("--cut: {}", cut.error().message);
  std::vector<SheetWish> wishes = {{.variant = asked.variant.value_or(0)}};
  if (!asked.names.empty()) {
    const auto names = names_of(asked.names);
    if (!names) return tl::unexpected(names.error());
    wishes = wishes_for(lesson, *names, asked.answers);
  }
  for (SheetWish& wish : wishes) {
    wish.answers = asked.answers;
    wish.cut = *cut;
  }
  return wishes;
}

Result<int> run(const Asked& asked, const Tools& tools) {
  if (asked.variant && !asked.names.empty())
    return fail("--variant and --for: a name says which variant it is; leave one of the two out");
  const Laboratory lab = laboratory(tools);
  const auto lessons =
      read_named_or_all_lessons(asked.lessons, tools.lesson_folder, lab);  // sheets point into them
  if (!lessons) return tl::unexpected(lessons.error());
  std::vector<Sheet> sheets;
  for (const Lesson& lesson : *lessons) {
    const auto wishes = wishes_of(asked, lesson);
    if (!wishes) return tl::unexpected(wishes.error());
    SceneRunner runner(lab, limits_of_a_check);
    for (const SheetWish& wish : *wishes) {
      runner.count_anew();
      Result<Sheet> sheet = sheet_of(lesson, wish, runner);
      if (!sheet) return tl::unexpected(sheet.error());
      sheets.push_back(*std::move(sheet));
    }
  }
  return deliver(asked.output, sheets).map([] { return 0; });
}

}  // namespace

Subcommand declare_lesson_sheet(CLI::App& lesson, const Tools& tools) {
  const auto asked = std::make_shared<Asked>();
  CLI::App* app = lesson.add_subcommand("sheet", "a lesson on paper, made by running it; and its key");
  app->add_option("lessons", asked->lessons, "numbers, names or files")->required()->type_name("LESSONS");
  app->add_flag("--answers", asked->answers,
                "the teacher's: computed answers, wrong ones that people give, why, and the notes");
  app->add_option(
         "--for", asked->names,
         "a learner's name, or a file with a name in each line: a sheet for each, in the variant that "
         "commlab lesson N --name NAME plays")
      ->type_name("NAME|FILE");
  app->add_option("--variant", asked->variant, "which of the lesson's variants; default: 0")->type_name("N");
  app->add_option("--cut", asked->minutes, "the steps of a class of 5, 15 or 50 minutes; default: 50, all")
      ->type_name("MINUTES");
  add_sheet_output(*app, asked->output);
  app->footer(R"(
examples:
  commlab lesson sheet 7 --out sheet.html
  commlab lesson sheet 7 --for names.txt --out class.html
  commlab lesson sheet 7 --for names.txt --answers --out key.html
  commlab lesson sheet 2 3 7 --cut 15 --format md)");
  return {app, [asked, &tools] { return run(*asked, tools); }};
}

}  // namespace commlab
