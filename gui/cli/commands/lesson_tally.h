#pragma once
// commlab lesson tally: counts the answers of a class, from the files that learners hand in.

#include "gui/cli/commands/command.h"

namespace commlab {

Subcommand declare_lesson_tally(CLI::App& lesson, const Tools&);

}  // namespace commlab
