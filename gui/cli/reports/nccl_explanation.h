#pragma once
// Explains NCCL's choice: every candidate with NCCL's estimate and the simulated time, why others are
// excluded, and the sizes at which the choice changes.

#include <optional>
#include <string>
#include <vector>

#include "core/base/json_text.h"
#include "core/nccl/nccl_choice.h"
#include "core/plan/nccl_plan.h"
#include "core/plan/setup.h"
#include "gui/cli/output/data.h"
#include "gui/experiments/tools.h"

namespace commlab {

struct NcclExplanation {
  NcclComm comm;
  NcclWay chosen;
  std::vector<SimulatedCandidate> candidates;  // in NCCL's order
  std::vector<NcclSwitch> switches;
};

// REQUIRES: the setup of a simulated run whose algorithm NCCL chose.
NcclExplanation explain_nccl(const Setup&, const NcclWay& chosen, const Tools&);

// A paragraph.
std::string nccl_text(const NcclExplanation&);
// The same as values: "nccl_channels", "nccl_candidates", "nccl_switches".
Json nccl_json(const NcclExplanation&);

// "12 channels of 30GB/s between GPUs (NVL)": what NCCL's search has found.
std::string graph_text(const NcclGraph&, int nodes);

}  // namespace commlab
