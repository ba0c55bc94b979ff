#pragma once
// Writes a machine file with every field of the machine, so that calibration can keep what it
// measured. It has no [link.TYPE]: each link has its own numbers.

#include <string>
#include <string_view>

#include "core/machine/machine.h"

namespace commlab {

// REQUIRES: each link's bandwidth is a multiple of its lanes.
std::string machine_to_toml(const Machine&);

// The lines of [nccl] that say what was measured; empty if nothing was.
std::string measured_text(const NcclCosts&);

// A text as TOML writes it, in quotes.
std::string in_quotes(std::string_view);

}  // namespace commlab
