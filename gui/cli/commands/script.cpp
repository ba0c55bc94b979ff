// commlab script: runs a program for each rank on a model; where they hang, it says who waits for whom.

#include <memory>

#include <CLI/CLI.hpp>

#include "core/files/read_file.h"
#include "core/script/numbers.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/number_option.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/progress.h"
#include "gui/cli/reports/script/script_json.h"
#include "gui/cli/reports/script/script_perfetto.h"
#include "gui/cli/reports/script/script_text.h"
#include "gui/experiments/find_script.h"
#include "gui/experiments/run_script_text.h"

namespace commlab {
namespace {

struct ScriptArguments {
  std::string file;
  std::string machine;
  std::string flavour;
  int ranks = 0;
  std::optional<std::uint64_t> seed{};
  std::vector<std::string> with{};  // "m=64"
  std::string trace_file;
  Output output;
};

Result<std::string> text_of(const std::string& file, const Tools& tools) {
  if (file == "-") return read_standard_input();
  return find_script(file, tools.lesson_folder / "scripts").and_then([](const std::filesystem::path& found) {
    return read_file(found);
  });
}

// An error in a line of the script, with the script's file before it.
Error in_file(const ScriptArguments& asked, const Error& error) {
  if (error.line == 0) return error;
  return {fmt::format("{}, {}", asked.file == "-" ? "standard input" : asked.file, error.message),
          error.fault};
}

Result<ScriptRun> run_asked(const ScriptArguments& asked, const Tools& tools) {
  const Result<std::string> text = text_of(asked.file, tools).and_then([&](std::string as_written) {
    return with_numbers(std::move(as_written), asked.with);
  });
  if (!text) return tl::unexpected(text.error());
  ScriptScene scene{.text = *text, .machine = asked.machine, .flavour = asked.flavour, .seed = asked.seed};
  if (asked.ranks != 0) scene.ranks = asked.ranks;
  const Patience patience("running the script");
  return run_script_text(scene, tools).map_error([&](const Error& e) { return in_file(asked, e); });
}

Result<int> run_script_command(const ScriptArguments& asked, const Tools& tools) {
  if (const std::string ending = ending_of(asked.trace_file); !ending.empty() && ending != ".json")
    return fail("--trace: '{}' does not end in .json (Perfetto); a script has no native trace",
                asked.trace_file);
  const Result<ScriptRun> run = run_asked(asked, tools);
  if (!run) return tl::unexpected(run.error());
  if (!asked.trace_file.empty())
    if (const Status saved = deliver({.file = asked.trace_file}, script_perfetto_json(*run)); !saved)
      return tl::unexpected(saved.error());
  const std::string answer =
      asked.output.format == Format::json ? script_json(*run) : script_text(*run, asked.file);
  return deliver(asked.output, answer).map([&] { return run->outcome == ScriptOutcome::done ? 0 : 1; });
}

Action declare_script(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<ScriptArguments>();
  app.add_option("file", asked->file,
                 "the script: a file, or the name of one that commlab has; - reads standard input")
      ->required()
      ->type_name("FILE");
  app.add_option("--machine", asked->machine,
                 fmt::format("the machine; default: the script's, or {}", default_machine))
      ->type_name("NAME");
  add_number(app, "--ranks", asked->ranks, 1, 4096,
             "number of ranks, at most 4096; default: the script's, or the machine's GPUs");
  app.add_option("--flavour", asked->flavour,
                 "whose rules the calls follow: gloo, nccl or mpi; default: the script's, or gloo")
      ->type_name("NAME");
  app.add_option("--with", asked->with, "set a number of the script: --with m=64")->type_name("NAME=VALUE");
  add_number(app, "--seed", asked->seed, std::uint64_t{0}, UINT64_MAX,
             "shuffle what ranks print at the same time, as real processes do; default: the order of ranks");
  app.add_option("--trace", asked->trace_file, "write messages and lanes to this file, for Perfetto")
      ->type_name("FILE");
  add_output(app, asked->output, tools, {.csv = false});
  return [asked, &tools] { return run_script_command(*asked, tools); };
}

}  // namespace

const Command script_command = {
    .name = "script",
    .summary = "run a program for each rank; if they hang, say who waits for whom",
    .examples = R"(  commlab script everyone-sends-first
  commlab script pipeline --with m=64
  commlab script ring.script
  commlab script ring.script --flavour mpi --ranks 7
  echo 'rank all: send(right, 1 B); recv(left, 1 B)' | commlab script - --ranks 4)",
    .declare = declare_script};

}  // namespace commlab
