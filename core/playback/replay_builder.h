#pragma once
// Builds a Replay: the Programs are played symbolically (core/programs/execution.h), and each instruction is
// dated by the trace. What is not in the trace (a receive or a copy that takes no time) happens as soon as it
// can: when its lane is free, its dependencies are done, and its message is there.

#include "core/base/error.h"
#include "core/playback/replay.h"
#include "core/programs/programs.h"
#include "core/trace/trace.h"

namespace commlab {

// See Replay::of. REQUIRES: check_form(programs).
Result<Replay> build_replay(const Trace&, const Programs&);

}  // namespace commlab
