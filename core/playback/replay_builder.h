#pragma once
// Builds a Replay: the Programs are played symbolically (core/programs/execution.h), and each instruction is
// dated by what the trace tells of it. What it does not tell (a receive or a copy that takes no time) happens
// as soon as it can: when its lane, its dependencies and its message are there.

#include "core/base/error.h"
#include "core/playback/replay.h"
#include "core/programs/programs.h"
#include "core/trace/trace.h"

namespace commlab {

// As Replay::of. REQUIRES: check_form(programs).
Result<Replay> build_replay(const Trace&, const Programs&);

}  // namespace commlab
