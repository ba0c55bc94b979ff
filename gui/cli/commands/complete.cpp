// commlab complete: what a shell offers when Tab is pressed (gui/package/completion has the scripts that
// ask).

#include <memory>

#include <CLI/CLI.hpp>

#include "core/files/standard_streams.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/completion.h"

namespace commlab {
namespace {

Action declare_complete(CLI::App& app, const Tools& tools) {
  const auto words = std::make_shared<std::vector<std::string>>();
  app.add_option("words", *words, "after two dashes: the words behind commlab, up to the cursor")
      ->type_name("");
  return [words, &app, &tools]() -> Result<int> {
    for (const Offer& offer : offers(*app.get_parent(), *words, tools))
      print_answer(fmt::format("{}\t{}\n", offer.word, offer.meaning));
    return 0;
  };
}

}  // namespace

const Command complete_command = {.name = "complete",
                                  .summary = "tell a shell how to go on; the shell starts it itself",
                                  .examples = "  commlab complete -- run all_re",
                                  .declare = declare_complete,
                                  .for_people = false,
                                  .together = false,
                                  .about_all = true};

}  // namespace commlab
