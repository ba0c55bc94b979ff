#include "gui/cli/commands/lesson_sheet.h"

#include <filesystem>
#include <map>
#include <memory>

#include <CLI/CLI.hpp>

#include "core/base/words.h"
#include "core/files/read_file.h"
#include "gui/cli/commands/number_option.h"
#include "gui/cli/lesson/sheet_output.h"
#include "gui/experiments/find_lesson.h"
#include "gui/experiments/laboratory.h"
#include "lessons/class/sheet.h"
#include "lessons/class/variant_of_name.h"
#include "lessons/model/scene.h"
#include "lessons/text/blanks.h"

namespace commlab {
namespace {

struct LessonSheetArguments {
  std::vector<std::string> lessons;
  std::string names{};  // a name, or a file with one in each line
  std::optional<std::uint64_t> variant{};
  bool answers = false;
  int minutes = 50;
  SheetOutput output{};
};

// A learner of the list, which is often in the order of the seats.
struct Learner {
  std::string name{};
  std::vector<std::uint64_t> variants{};  // of each lesson
};

bool looks_like_a_file(const std::string& name) {
  return name.find('/') != std::string::npos || name.ends_with(".txt") || name.ends_with(".csv") ||
         name.ends_with(".md");
}

Result<std::vector<std::string>> names_in(const std::string& file) {
  const Result<std::string> text = read_file(file);
  if (!text) return fail("--for {}", text.error().message);
  std::vector<std::string> names, compared;
  for (const std::string_view line : split_at(*text, '\n')) {
    const std::string_view name = without_blanks(line);
    if (name.empty()) continue;
    if (std::ranges::find(compared, name_as_compared(name)) != compared.end())
      return fail("--for {}: the name {} is there twice; write the two learners differently, as in {} B.",
                  file, name, name);
    names.emplace_back(name);
    compared.push_back(name_as_compared(name));
  }
  if (names.empty()) return fail("--for {}: there is no name in this file", file);
  return names;
}

Result<std::vector<std::string>> names_of(const std::string& who) {
  std::error_code unreadable;
  if (std::filesystem::is_regular_file(who, unreadable)) return names_in(who);
  if (name_as_compared(who).empty()) return fail("--for: the name is empty");
  if (looks_like_a_file(who))
    return fail("--for {}: there is no such file; a file has a name in each line", who);
  return std::vector{who};
}

// Each learner gets the variant that belongs to the name. Neighbours could look at each other's sheets: where
// two have the same variant, the second one gets the next variant, and the sheet says which one it is.
std::vector<Learner> learners_of(const std::vector<Lesson>& lessons, const std::vector<std::string>& names) {
  std::vector<Learner> learners;
  for (const std::string& name : names) {
    Learner learner{.name = name};
    for (std::size_t i = 0; i < lessons.size(); ++i) {
      std::uint64_t variant = variant_of_name(lessons[i], name);
      const std::uint64_t values = combinations_of(lessons[i]);
      if (!learners.empty() && learners.back().variants[i] % values == variant % values)
        variant = variant / values * values + (variant + 1) % values;
      learner.variants.push_back(variant);
    }
    learners.push_back(std::move(learner));
  }
  return learners;
}

Result<std::vector<Learner>> learners_of(const std::vector<Lesson>& lessons,
                                         const LessonSheetArguments& asked) {
  if (asked.names.empty())
    return std::vector{Learner{.variants = std::vector(lessons.size(), asked.variant.value_or(0))}};
  return names_of(asked.names).map([&](const std::vector<std::string>& names) {
    return learners_of(lessons, names);
  });
}

// Makes sheets. Each lesson has one scene runner, so that no scene is run twice.
class SheetPress {
 public:
  SheetPress(const std::vector<Lesson>& lessons, const Laboratory& lab, ClassLength cut)
      : lessons_(lessons), cut_(cut) {
    for (std::size_t i = 0; i < lessons.size(); ++i)
      runners_.push_back(std::make_unique<SceneRunner>(lab, limits_of_a_check));
  }

  // All sheets of a learner together, so that they can be handed out.
  Result<std::vector<Sheet>> sheets_of(const std::vector<Learner>& learners) {
    std::vector<Sheet> sheets;
    for (const Learner& learner : learners)
      for (std::size_t lesson = 0; lesson < lessons_.size(); ++lesson) {
        Result<Sheet> sheet = sheet_for(lesson, {.variant = learner.variants[lesson], .name = learner.name});
        if (!sheet) return tl::unexpected(sheet.error());
        sheets.push_back(*std::move(sheet));
      }
    return sheets;
  }

  // For each lesson: the key of the first variant that is in use, and for other variants only what differs.
  Result<std::vector<Sheet>> keys_for(const std::vector<Learner>& learners) {
    std::vector<Sheet> keys;
    for (std::size_t lesson = 0; lesson < lessons_.size(); ++lesson) {
      const std::size_t first = keys.size();
      for (const auto& [variant, names] : who_has_which(learners, lesson)) {
        Result<Sheet> key = sheet_for(lesson, {.variant = variant, .name = names, .answers = true});
        if (!key) return tl::unexpected(key.error());
        keys.push_back(keys.size() == first ? *std::move(key)
                                            : only_what_differs(*std::move(key), keys[first]));
      }
    }
    return keys;
  }

 private:
  Result<Sheet> sheet_for(std::size_t lesson, SheetWish wish) {
    wish.length = cut_;
    runners_[lesson]->count_anew();
    return sheet_of(lessons_[lesson], wish, *runners_[lesson]);
  }

  // By values: the order of choices needs no key of its own, because keys tell the words of the right choice.
  std::map<std::uint64_t, std::string> who_has_which(const std::vector<Learner>& learners,
                                                     std::size_t lesson) const {
    const std::uint64_t values = combinations_of(lessons_[lesson]);
    std::map<std::uint64_t, std::string> who;
    for (const Learner& learner : learners) {
      std::string& names = who[learner.variants[lesson] % values];
      names += (names.empty() ? "" : ", ") + learner.name;
    }
    return who;
  }

  const std::vector<Lesson>& lessons_;
  ClassLength cut_;
  std::vector<std::unique_ptr<SceneRunner>> runners_;  // of each lesson
};

Result<int> run(const LessonSheetArguments& asked, const Tools& tools) {
  if (asked.variant && !asked.names.empty())
    return fail("--variant and --for: a name already draws the variant; leave one of the two out");
  const Result<ClassLength> cut = class_length_of(asked.minutes);
  if (!cut) return fail("--cut: {}", cut.error().message);
  const Laboratory lab = laboratory(tools);
  const auto lessons =
      read_named_or_all_lessons(asked.lessons, tools.lesson_folder, lab);  // sheets point into them
  if (!lessons) return tl::unexpected(lessons.error());
  const auto learners = learners_of(*lessons, asked);
  if (!learners) return tl::unexpected(learners.error());
  SheetPress press(*lessons, lab, *cut);
  return (asked.answers ? press.keys_for(*learners) : press.sheets_of(*learners))
      .and_then([&](const std::vector<Sheet>& sheets) -> Result<int> {
        return deliver(asked.output, sheets).map([] { return 0; });
      });
}

}  // namespace

Subcommand declare_lesson_sheet(CLI::App& lesson, const Tools& tools) {
  const auto asked = std::make_shared<LessonSheetArguments>();
  CLI::App* app = lesson.add_subcommand("sheet", "print a lesson on paper, or the teacher's key");
  app->add_option("lessons", asked->lessons, "numbers, names or files")->required()->type_name("LESSONS");
  app->add_flag("--answers", asked->answers,
                "the teacher's key: computed answers, common wrong answers, reasons and notes");
  app->add_option("--for", asked->names,
                  "a learner's name, or a file with a name in each line: one sheet for each name, in the "
                  "variant of that name (commlab lesson N --name NAME plays it); where neighbours in the "
                  "file have the same variant, one gets another (commlab lesson N --variant plays it)")
      ->type_name("NAME|FILE");
  add_number(*app, "--variant", asked->variant, std::uint64_t{0}, UINT64_MAX,
             "number of the variant; default: 0");
  app->add_option("--cut", asked->minutes,
                  "only the steps for a class of 5, 15 or 50 minutes; default: 50, all steps")
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
