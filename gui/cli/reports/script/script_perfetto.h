#pragma once
// The run of a script for Perfetto: the trace of its messages, and beside it the three lanes of every rank.
// Spans of one lane that overlap are drawn on tracks of their own.

#include <string>

#include "core/script/run.h"

namespace commlab {

std::string script_perfetto_json(const ScriptRun&);

}  // namespace commlab
