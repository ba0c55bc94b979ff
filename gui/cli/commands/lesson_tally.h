#pragma once
// commlab lesson tally: what a class answered, from the files that were handed in.

#include "gui/cli/commands/command.h"

namespace commlab {

Subcommand declare_lesson_tally(CLI::App& lesson, const Tools&);

}  // namespace commlab
