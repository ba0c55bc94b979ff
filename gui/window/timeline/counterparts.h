#pragma once
// Compares two runs of one experiment, predicted and measured: which messages belong together, and how long
// each run takes for the same bytes.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/trace/trace.h"
#include "gui/window/run/timeline_index.h"

namespace commlab {

// For each transfer of `measured`, the one of `predicted` with the same chunk, sender, receiver and step; -1:
// there is none. O(n log n).
std::vector<std::int32_t> counterparts(const Trace& predicted, const Trace& measured);

// How long the predicted run takes to send the bytes that the measured run sends in this stretch of time;
// nothing if the measured run sends none. `row`: one row, or -1 for all.
std::optional<Time> predicted_time(const Trace& predicted, const TimelineIndex&, const Trace& measured,
                                   const TimelineIndex& measured_index, int row, Time from, Time to);

}  // namespace commlab
