#pragma once
// Writes a machine file with every field of the machine, so that calibration can keep what it
// measured. Types of links are not invented: each link says its own numbers.

#include <string>

#include "core/machine/machine.h"

namespace commlab {

// REQUIRES: each link's bandwidth is a multiple of its lanes.
std::string machine_to_toml(const Machine&);

}  // namespace commlab
