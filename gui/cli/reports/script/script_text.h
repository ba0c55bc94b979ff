#pragma once
// The run of a script in words: how it ended, what every tensor holds, how long each rank took; and if it
// hangs, which rank waits for which.

#include <string>
#include <string_view>

#include "core/script/run.h"

namespace commlab {

// The whole report. It begins with the command that repeats the run, with `file` as the user named it.
std::string script_text(const ScriptRun&, std::string_view file);
// The same for a script that is in no file, without the command.
std::string script_text(const ScriptRun&);
// Only how it ended, with tensors, timers and prints. If the script has none of these, the timeline instead.
std::string script_summary(const ScriptRun&);

}  // namespace commlab
