// commlab help: the help of a command, and all of it as man pages.

#include <filesystem>
#include <memory>

#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "core/base/nearest.h"
#include "core/files/write_file.h"
#include "gui/cli/commands/app_tree.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/manual.h"

namespace commlab {
namespace {

struct HelpArguments {
  std::vector<std::string> topic;
  std::string folder;  // --man-pages
};

Result<int> print_help(const CLI::App* app, const std::vector<std::string>& words,
                       const AnswerSink& answers) {
  for (const std::string& word : words) {
    const auto below = commands_of(*app);
    const auto found = std::ranges::find(below, word, &CLI::App::get_name);
    if (found == below.end()) {
      std::vector<std::string> known;
      for (const CLI::App* each : below) known.push_back(each->get_name());
      if (known.empty())
        return fail("'{}' is one word too many; expected commlab help {}", word, app->get_name());
      return fail("unknown command '{}'{}; there are {}", word, suggestion(word, known),
                  fmt::join(known, ", "));
    }
    app = *found;
  }
  // App::help would show the command that was parsed, which is this one.
  answers.print(app->get_formatter()->make_help(app, typed(*app), CLI::AppFormatMode::Normal));
  return 0;
}

Result<int> write_manual(const CLI::App& program, const std::filesystem::path& folder) {
  for (const ManPage& page : manual(program, program.version()))
    if (const Status written = write_file_and_folders(folder / page.file, page.roff); !written)
      return tl::unexpected(written.error());
  return 0;
}

Action declare_help(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<HelpArguments>();
  app.add_option("topic", asked->topic, "a command, as in: machine show; default: the overview")
      ->type_name("");
  app.add_option("--man-pages", asked->folder,
                 "write the help of every command as a man page into this folder")
      ->type_name("FOLDER");
  return [asked, &app, &tools]() -> Result<int> {
    const CLI::App& program = *app.get_parent();
    return asked->folder.empty() ? print_help(&program, asked->topic, tools.answers)
                                 : write_manual(program, asked->folder);
  };
}

}  // namespace

const Command help_command = {.name = "help",
                              .summary = "show the help of a command, or write all of it as man pages",
                              .examples = R"(  commlab help run
  commlab help machine show
  commlab help --man-pages man1)",
                              .declare = declare_help,
                              .together = false,
                              .about_all = true};

}  // namespace commlab
