#pragma once
// commlab lesson sheet: prints a lesson as sheets of paper: one sheet for all learners, or one for each, and
// the teacher's key.

#include "gui/cli/commands/command.h"

namespace commlab {

Subcommand declare_lesson_sheet(CLI::App& lesson, const Tools&);

}  // namespace commlab
