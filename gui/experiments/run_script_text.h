#pragma once
// Reads the text of a script for ranks, and runs it on a machine.

#include "core/base/error.h"
#include "core/script/run.h"
#include "gui/experiments/tools.h"
#include "lessons/model/laboratory.h"

namespace commlab {

// If the scene leaves machine, flavour or ranks empty, they are taken from the script; a script without a
// machine runs on default_machine. An error in the text begins with its line: "line 3: ...".
Result<ScriptRun> run_script_text(const ScriptScene&, const Tools&);

}  // namespace commlab
