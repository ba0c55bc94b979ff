#include "gui/cli/commands/completion.h"

#include <algorithm>
#include <optional>
#include <set>

#include <CLI/CLI.hpp>

#include "core/base/words.h"
#include "core/collective/collective.h"
#include "core/machine_text/find_machine.h"
#include "core/schedule/algorithm.h"
#include "gui/cli/commands/app_tree.h"
#include "gui/experiments/find_lesson.h"

namespace commlab {
namespace {

// Where the last word stands: the command that it belongs to, and what awaits a value, if anything does.
struct Cursor {
  const CLI::App* app;
  const CLI::Option* awaits = nullptr;  // an option, or an argument
  std::size_t arguments = 0;
  std::optional<CollectiveKind> collective{};  // that was typed
};

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

Cursor cursor_behind(const CLI::App& program, const std::vector<std::string>& words) {
  Cursor at{.app = &program};
  for (const std::string& word : words) {
    if (at.awaits) {
      at.awaits = nullptr;
    } else if (word.starts_with('-')) {
      const CLI::Option* option = at.app->get_option_no_throw(word);
      if (option && takes_value(*option)) at.awaits = option;
    } else if (const auto below = commands_of(*at.app);
               std::ranges::find(below, word, &CLI::App::get_name) != below.end()) {
      at.app = *std::ranges::find(below, word, &CLI::App::get_name);
      at.arguments = 0;
    } else {
      ++at.arguments;
      if (const auto kind = parse_collective(word); kind && !at.collective) at.collective = *kind;
    }
  }
  return at;
}

// The values among the forms of "sim|host|FILE|new NAME": words in small letters. A single form is an
// example.
std::vector<Offer> values_named_in(std::string_view forms) {
  std::vector<Offer> values;
  if (forms.find('|') == forms.npos) return values;
  for (const std::string_view form : split_at(forms, '|')) {
    const std::string_view word = form.substr(0, form.find_first_of(" ["));
    const std::size_t letters = std::min(word.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), word.size());
    if (letters > 0 && word.find_first_not_of("0123456789", letters) == word.npos)
      values.push_back({std::string(word), {}});
  }
  return values;
}

std::vector<Offer> algorithms_of(std::optional<CollectiveKind> kind) {
  std::vector<Offer> values;
  std::set<std::string_view> names;
  for (const Algorithm* algorithm : algorithms())
    if ((!kind || algorithm->collective == *kind) && names.insert(algorithm->name).second)
      values.push_back({std::string(algorithm->name), std::string(kind ? algorithm->idea : "")});
  return values;
}

std::vector<Offer> lessons_in(const Tools& tools) {
  std::vector<Offer> values;
  for (const std::filesystem::path& file : lesson_files(tools.lesson_folder)) {
    const std::string name = file.filename().string();  // "07-ring.lesson.md"
    const std::size_t first = name.find_first_not_of('0'), dash = name.find('-');
    if (dash == name.npos || first >= dash) continue;
    values.push_back({name.substr(first, dash - first), name.substr(dash + 1, name.find('.') - dash - 1)});
  }
  return values;
}

template <class All>
std::vector<Offer> names_of_all(const All& all) {
  std::vector<Offer> values;
  for (const auto each : all) values.push_back({std::string(name_of(each)), {}});
  return values;
}

std::vector<Offer> names_of_commands(const CLI::App& app) {
  std::vector<Offer> words;
  for (const CLI::App* command : commands_of(app))
    words.push_back({command->get_name(), command->get_description()});
  return words;
}

const CLI::App& program_of(const CLI::App& app) {
  return app.get_parent() ? program_of(*app.get_parent()) : app;
}

// The values of an option or an argument: those that its help names, and those that have names here.
std::vector<Offer> values_of(const CLI::Option& asked, const Cursor& at, const Tools& tools) {
  const std::string name = asked.get_single_name();
  std::vector<Offer> values = values_named_in(asked.get_type_name());
  const auto add = [&](std::vector<Offer> more) { values.insert(values.end(), more.begin(), more.end()); };
  if (name == "machine")
    for (const std::string& machine : machine_names(tools.machine_folder)) add({{machine, {}}});
  if (name == "algorithm") add(algorithms_of(at.collective));
  if (name == "collective") add(names_of_all(all_collective_kinds));
  if (name == "dtype") add(names_of_all(all_data_types));
  if (name == "op") add(names_of_all(all_reduce_ops));
  if (name == "topic") add(names_of_commands(program_of(*at.app)));
  if (asked.get_type_name().starts_with("LESSON")) add(lessons_in(tools));
  return values;
}

std::vector<Offer> options_to_offer(const CLI::App& app) {
  std::vector<Offer> words;
  for (const CLI::Option* option : options_of(app)) {
    for (const std::string& name : option->get_lnames())
      words.push_back({"--" + name, option->get_description()});
    for (const std::string& name : option->get_snames())
      words.push_back({"-" + name, option->get_description()});
  }
  return words;
}

std::vector<Offer> words_at(const Cursor& at, std::string_view begun, const Tools& tools) {
  if (at.awaits) return values_of(*at.awaits, at, tools);
  if (begun.starts_with('-')) return options_to_offer(*at.app);
  std::vector<Offer> words;
  if (at.arguments == 0) words = names_of_commands(*at.app);
  const auto arguments = arguments_of(*at.app);
  if (arguments.empty()) return words;
  const CLI::Option& argument = *arguments[std::min(at.arguments, arguments.size() - 1)];
  for (const Offer& value : values_of(argument, at, tools)) words.push_back(value);
  return words;
}

}  // namespace

std::vector<Offer> offers(const CLI::App& program, const std::vector<std::string>& words,
                          const Tools& tools) {
  const std::string begun = words.empty() ? "" : words.back();
  const std::vector<std::string> before(words.begin(), words.empty() ? words.end() : words.end() - 1);
  std::vector<Offer> all = words_at(cursor_behind(program, before), begun, tools);
  std::erase_if(all, [&](const Offer& offer) { return !offer.word.starts_with(begun); });
  return all;
}

}  // namespace commlab
