#pragma once
// commlab lesson sheet: a lesson on paper, for everybody or for each learner, and its key.

#include "gui/cli/commands/command.h"

namespace commlab {

Subcommand declare_lesson_sheet(CLI::App& lesson, const Tools&);

}  // namespace commlab
