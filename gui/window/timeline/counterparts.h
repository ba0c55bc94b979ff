#pragma once
// One run beside another of the same experiment: which message is which, and how much time the one takes
// for what the other did.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace/trace.h"
#include "gui/window/run/timeline_index.h"

namespace commlab {

// By transfer of `measured`: the transfer of `predicted` that carries the same from the same to the same in
// the same step; -1 where there is none. O(n log n).
std::vector<std::int32_t> counterparts(const Trace& predicted, const Trace& measured);

// How long the predicted run takes to send the bytes that the measured one sends within a stretch of time;
// none where it sends none. `row`: of all (-1), or of one.
std::optional<Time> predicted_time(const Trace& predicted, const TimelineIndex&, const Trace& measured,
                                   const TimelineIndex& measured_index, int row, Time from, Time to);

}  // namespace commlab
