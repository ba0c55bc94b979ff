#pragma once
// A script's run in words, as a timeline of characters, and as data.

#include <string>
#include <string_view>
#include <vector>

#include "core/script/run.h"

namespace commlab {

// The line that makes it again, what came of it, what every tensor holds, how long it took whom; and of one
// that hangs, who waits for whom. `file`: the script's, as the user named it.
std::string script_text(const ScriptRun&, std::string_view file);
// The same of a script that is in no file.
std::string script_text(const ScriptRun&);
// Only what came of it: tensors, timers, prints; of one without, the timeline.
std::string script_summary(const ScriptRun&);
// Host, compute and communication lane of every rank, in at most 100 columns.
std::string script_timeline(const ScriptRun&);
std::string script_json(const ScriptRun&);
// The messages' trace for Perfetto, and beside it every rank's three lanes; what overlaps has tracks of its
// own.
std::string script_perfetto_json(const ScriptRun&);

// "[1, 2, ?, 4]", as exact as the type is; long ones end in "... 1000 elements".
std::string script_values_text(DataType, const std::vector<double>& values, const std::vector<bool>& known);

}  // namespace commlab
