#pragma once
// The run of a script as JSON. Times are in seconds (_s).

#include <string>

#include "core/script/run.h"

namespace commlab {

std::string script_json(const ScriptRun&);

}  // namespace commlab
