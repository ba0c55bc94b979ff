#pragma once
// Finds the command in the words that a user typed, runs it, and returns an exit status:
// 0 done, 1 the answer is no, 2 bad input, 3 hardware or runtime failure.

#include <span>

#include "gui/experiments/tools.h"

namespace commlab {

inline constexpr int hardware_failed = 3;

// The exit status of a failure.
int exit_status_of(Fault);

int run_command_line(int argc, const char* const* argv, const Tools&);

// The same for a caller who goes on: an error is returned and not printed. The first word is the program's.
Result<int> do_command(std::span<const char* const> words, const Tools&);

}  // namespace commlab
