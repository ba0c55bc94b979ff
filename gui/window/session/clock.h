#pragma once
// The clock by which the session plays: that of its run; and if another run plays beside it, one clock for
// both. It goes on until the longer run has ended, while the shorter one rests in its final state.

#include "gui/window/session/session.h"

namespace commlab {

// The run that ends last. Its axis of time is the clock's. REQUIRES (here and below): a scene.
const Scene& run_of_clock(const Session&);
Time clock_end(const Session&);
const TimeScale& clock_scale(const Session&);
// The next stop of either run after this time, and the last one before it. The selected chunk or rank is
// followed in the session's own run alone.
Time next_stop(const Session&, StepUnit, Time);
Time previous_stop(const Session&, StepUnit, Time);

}  // namespace commlab
