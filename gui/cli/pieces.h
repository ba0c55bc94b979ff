#pragma once
// Into how many pieces a pipelined algorithm cuts the vector: many keep every link at work, few pay
// the latency less often. The formula of the algorithm's page says where to look, the simulator decides.

#include <string>

#include "gui/cli/setup.h"

namespace commlab {

struct Pieces {
  int pieces;
  Time time;        // in simulation
  std::string why;  // empty where there was no choice
};

// The asked-for number, or where it is left open for a pipelined algorithm, the power of two that the
// simulator finds the fastest, to a hundredth. REQUIRES: a machine with GPUs for all ranks.
Result<Pieces> fastest_pieces(const Setup&, const Algorithm&, const Tools&);

}  // namespace commlab
