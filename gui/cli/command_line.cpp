#include "gui/cli/command_line.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "core/base/nearest.h"
#include "core/files/standard_streams.h"
#include "core/files/write_file.h"
#include "gui/cli/commands/app_tree.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/output/failure.h"

namespace commlab {
namespace {

constexpr const Command* all_commands[] = {
    &run_command,     &sweep_command,   &batch_command,   &compare_command,   &check_command,
    &rank_command,    &verify_command,  &explain_command, &script_command,    &lesson_command,
    &list_command,    &machine_command, &measure_command, &calibrate_command, &accuracy_command,
    &profile_command, &fit_command,     &launch_command,  &window_command,    &help_command,
    &member_command,  &complete_command};

constexpr std::string_view overview = R"(
first steps:
  commlab run all_reduce                            8 GPUs, simulated
  commlab run all_reduce --on host --ranks 4 --size 64B --data ones --show-data
  commlab explain all_reduce --algorithm ring       where the time goes
  commlab window                                    watch the chunks move
  commlab lesson                                    lessons: predict, run, understand
  commlab list algorithms                           what there is to choose from

commlab help COMMAND shows a command's options and examples, as commlab COMMAND --help does.
exit status: 0 done, 1 the answer is no, 2 bad input, 3 hardware or runtime failure)";

// The command whose options were being read when a word did not fit.
const CLI::App* innermost(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? &app : innermost(*chosen.front());
}

// "2x dgx-h100" without its quotes.
bool is_number_of_nodes(std::string_view word) {
  return word.size() > 1 && word.ends_with('x') &&
         word.substr(0, word.size() - 1).find_first_not_of("0123456789") == std::string_view::npos;
}

Error unexpected_word(const CLI::App& app, const std::string& word, std::span<const char* const> words) {
  const CLI::App* command = innermost(app);
  std::vector<std::string> known;
  if (word.starts_with("-")) {
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    return {fmt::format("unknown option '{}'{}; {} --help shows all", word, suggestion(word, known),
                        typed(*command))};
  }
  const auto at = std::ranges::find(words, word, [](const char* each) { return std::string_view(each); });
  if (at != words.begin() && at != words.end() && is_number_of_nodes(*std::prev(at)))
    return {fmt::format(
        "'{}' is one word too many; a machine of several words needs quotes, as in --machine \"{} {}\"", word,
        *std::prev(at), word)};
  if (command != &app)
    return {fmt::format("'{}' is one word too many; {} --help shows examples", word, typed(*command))};
  for (const Command* each : all_commands)
    if (each->for_people) known.emplace_back(each->name);
  return {fmt::format("unknown command '{}'{}; there are {}", word, suggestion(word, known),
                      fmt::join(known, ", "))};
}

// A command that needs another word, as in `commlab machine show`, got none or one that it does not know.
Error wrong_subcommand(const CLI::App& app, const CLI::App& command) {
  std::vector<std::string> known;
  for (const CLI::App* each : command.get_subcommands(nullptr)) known.push_back(each->get_name());
  const std::vector<std::string> words = app.remaining(true);
  const std::string found =
      words.empty() ? "a word is missing"
                    : fmt::format("'{}' is unknown{}", words.front(), suggestion(words.front(), known));
  return {fmt::format("{}: {}; expected one of {}; {} --help shows examples", command.get_display_name(),
                      found, fmt::join(known, ", "), typed(command))};
}

// CLI11's own messages name its types and may have several lines. Ours are one sentence.
Error complaint(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = *innermost(app);
  const std::string message = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error))
    return {fmt::format("{}: a value is missing; {} --help shows examples",
                        message.substr(0, message.find(':')), typed(command))};
  const bool is_incomplete = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (is_incomplete && command.get_require_subcommand_min() > 0) return wrong_subcommand(app, command);
  if (is_incomplete)
    return {fmt::format("{}: something is missing ({}); {} --help shows examples", command.get_display_name(),
                        message.substr(0, message.find('\n')), typed(command))};
  if (constexpr std::string_view raw = "Could not convert: "; message.starts_with(raw))
    return {fmt::format("'{}' is no number that fits; {} --help shows examples", message.substr(raw.size()),
                        typed(command))};
  return {message.substr(0, message.find('\n'))};
}

// In a group of launched processes only the first runs the command. Every other process serves it here until
// it is done, or has nothing to do if the ranks are no processes. True: there is nothing left to do.
Result<bool> obeyed(const CLI::App& command, const Tools& tools) {
  const CLI::Option* const on = command.get_option_no_throw("--on");
  if (on == nullptr) return !tools.is_first;
  for (const std::string& name : on->results()) {
    const Backend* const backend = tools.backend_called(name);
    if (backend != nullptr && backend->obey) return backend->obey();
  }
  return !tools.is_first;
}

// Devices and pipes may be written, or read, more than once.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code unknown;
  if (std::filesystem::exists(a, unknown) && !std::filesystem::is_regular_file(a, unknown)) return false;
  const std::filesystem::path place = std::filesystem::weakly_canonical(a, unknown);
  return !place.empty() && place == std::filesystem::weakly_canonical(b, unknown);
}

struct NamedFile {
  std::string_view option;
  std::string file;
};

// What was typed after one of these options.
std::vector<NamedFile> files_after(const CLI::App& command, std::initializer_list<const char*> options) {
  std::vector<NamedFile> files;
  for (const char* name : options)
    if (const CLI::Option* const option = command.get_option_no_throw(name);
        option != nullptr && option->get_type_name() != "FOLDER")
      for (const std::string& file : option->results()) files.push_back({name, file});
  return files;
}

// A long command would find only at its end that its answer has no place, or takes that of another file.
Status has_a_place(const CLI::App& app, const Command& command) {
  std::vector<NamedFile> others = files_after(*innermost(app), {"--reference"});
  for (NamedFile& each : files_after(*innermost(app), {"--out", "--trace", "--reference-out"})) {
    const auto& [option, file] = each;
    if (file.empty()) return fail("{}: the name is empty; expected that of a file", option);
    for (const NamedFile& other : others)
      if (is_same_file(file, other.file))
        return fail("{}, {}: both name {}; expected two files", other.option, option, file);
    const Status can = command.makes_folders ? can_write_file_and_folders(file) : can_write_file(file);
    if (!can) return can;
    others.push_back(std::move(each));
  }
  return {};
}

bool is_named(const Command& command, std::span<const char* const> words) {
  return std::ranges::find(words, command.name, [](const char* word) { return std::string_view(word); }) !=
         words.end();
}

// Declaring the options of all commands takes longer than a small run, so only those of commands that are
// named among the words are declared, unless the first word is a command about all.
bool is_to_be_declared(const Command& command, std::span<const char* const> words) {
  return is_named(command, words) || std::ranges::any_of(all_commands, [&](const Command* each) {
           return each->about_all && words.size() > 1 && each->name == words[1];
         });
}

}  // namespace

int exit_status_of(Fault fault) {
  switch (fault) {
    case Fault::no: return 1;
    case Fault::input: return 2;
    case Fault::runtime: return hardware_failed;
  }
  return hardware_failed;
}

int run_command_line(int argc, const char* const* argv, const Tools& tools) {
  const std::span words(argv, static_cast<std::size_t>(argc));
  const Result<int> status = do_command(words, tools);
  if (status) return *status;
  const int failed = exit_status_of(status.error().fault);
  tell_failure(status.error().message, failed, tools.is_first && asks_for_json(words));
  return failed;
}

Result<int> do_command(std::span<const char* const> words, const Tools& tools) {
  CLI::App app{"commlab: a laboratory for GPU collective communication", "commlab"};
  app.set_version_flag("--version", "commlab " COMMLAB_VERSION);
  app.require_subcommand(0, 1);
  app.footer(std::string(overview));

  struct Declared {
    CLI::App* sub;
    const Command* command;
    Action action;
  };
  std::vector<Declared> declared;
  for (const Command* command : all_commands) {
    CLI::App* sub = app.add_subcommand(std::string(command->name), std::string(command->summary));
    sub->footer(fmt::format("\nexamples:\n{}", command->examples));
    if (!command->for_people) sub->group("");
    if (is_to_be_declared(*command, words)) declared.push_back({sub, command, command->declare(*sub, tools)});
  }

  try {
    app.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::ExtrasError&) {
    return tl::unexpected(unexpected_word(app, app.remaining(true).front(), words));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help, --version
      std::ostringstream text;
      app.exit(error, text);
      tools.answers.print(text.str());
      return 0;
    }
    return tl::unexpected(complaint(app, error));
  }

  for (const auto& [sub, command, action] : declared) {
    if (!sub->parsed()) continue;
    const Result<bool> done = command->together ? obeyed(*sub, tools) : false;
    if (!done) return tl::unexpected(done.error());
    if (*done) return 0;
    if (tools.is_first)
      if (const Status place = has_a_place(*sub, *command); !place) return tl::unexpected(place.error());
    return action();
  }
  tools.answers.print(app.help());
  return 0;
}

}  // namespace commlab
