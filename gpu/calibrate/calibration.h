#pragma once
// Calibrating turns the times of small programs into a Machine with which simulate() predicts a backend. This
// file has the result and the functions that all calibrations share.

#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/machine/machine.h"

namespace commlab {

struct Calibration {
  Machine machine;
  struct Residual {
    std::string probe;
    Bytes size;
    Time measured;
    Time fitted;
  };
  std::vector<Residual> residuals;
};

// Adds the ranks to the machine, each joined to one memory. The work limits the rates, never the links: a
// link is as wide as `lanes` sends at the machine's best rate.
void place_ranks_around_memory(Machine&, int ranks, int lanes);

// "All numbers: commlab calibrate --on host, measured with the code that runs collectives there."
std::string calibration_source(const std::string& backend);
// "2025-11-22 on AMD EPYC (Linux x86_64, 2 processors)"; with `where`: "... ; 4 virtual ranks on one GPU
// (...)".
std::string measured_here(const std::string& where);

}  // namespace commlab
