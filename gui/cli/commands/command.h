#pragma once
// A command is a constant: its name, its purpose, examples to copy, and a function that declares its options
// and returns the action that uses them. Each command has a file of its own.

#include <functional>
#include <string_view>

#include "core/base/error.h"
#include "gui/experiments/tools.h"

namespace CLI {
class App;
}

namespace commlab {

// Does the work. The result is the exit status: 0, or 1 if the answer is no. The exit status of an Error
// follows from its fault (see command_line.h).
using Action = std::function<Result<int>()>;

// A command within a command: "commlab lesson tally".
struct Subcommand {
  const CLI::App* app;
  Action action;
};

struct Command {
  std::string_view name;
  std::string_view summary;
  std::string_view examples;  // lines as a user types them
  Action (*declare)(CLI::App&, const Tools&);
  bool for_people = true;  // false: only commlab itself starts it, and no help shows it
  // If several processes were launched as one group: true: the first process runs the command, and the others
  // help it or end silently; false: each process runs the command by itself.
  bool together = true;
  bool makes_folders = false;  // those of --out that are missing
  bool about_all = false;      // looks at the options of all commands, which are then declared
};

extern const Command accuracy_command;
extern const Command batch_command;
extern const Command run_command;
extern const Command script_command;
extern const Command sweep_command;
extern const Command check_command;
extern const Command compare_command;
extern const Command complete_command;
extern const Command verify_command;
extern const Command explain_command;
extern const Command fit_command;
extern const Command help_command;
extern const Command profile_command;
extern const Command rank_command;
extern const Command launch_command;
extern const Command lesson_command;
extern const Command list_command;
extern const Command machine_command;
extern const Command measure_command;
extern const Command calibrate_command;
extern const Command member_command;
extern const Command window_command;

}  // namespace commlab
