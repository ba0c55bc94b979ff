#pragma once
// A script's text, run: read, on the machine that was named, by the rules that were named.

#include "core/base/error.h"
#include "core/script/run.h"
#include "gui/experiments/tools.h"
#include "lessons/model/laboratory.h"

namespace commlab {

// What is left empty is the script's own: its machine (else hcm8), its flavour, its ranks. An error of the
// text begins with its line.
Result<ScriptRun> run_script_text(const ScriptScene&, const Tools&);

}  // namespace commlab
