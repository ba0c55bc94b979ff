#pragma once
// The routes of a lane in Flows: what its messages, its work and its waking cross.

#include <cstdint>
#include <vector>

#include "sim/engine/run_setting.h"
#include "sim/links/flows.h"

namespace commlab {

struct LaneRoutes {
  std::uint32_t message = 0;
  std::uint32_t fused = 0;   // a fused receive-send
  std::uint32_t work = 0;    // no links
  std::uint32_t waking = 0;  // only a processor
};

// Adds the routes of all placed lanes to the flows, in order.
std::vector<LaneRoutes> add_routes(const RunSetting&, Flows&);

}  // namespace commlab
