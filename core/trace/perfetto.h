#pragma once
// A trace as Chrome trace-event JSON, to be opened in https://ui.perfetto.dev.

#include <string>

#include "core/trace/trace.h"

namespace commlab {

// Chrome trace-event JSON for Perfetto, export only: a track per link direction and lane of
// traffic in it, and one per rank and lane; no overlapping slices; flows from send to receive.
std::string perfetto_json(const Trace&);

}  // namespace commlab
