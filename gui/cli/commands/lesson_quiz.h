#pragma once
// commlab lesson quiz: a recap over lessons, in the terminal or on paper.

#include "gui/cli/commands/command.h"

namespace commlab {

Subcommand declare_lesson_quiz(CLI::App& lesson, const Tools&);

}  // namespace commlab
