#pragma once
// In words: how steady this computer was while it was calibrated, and how much slower it is now.

#include <string>

#include "core/machine/provenance.h"
#include "core/machine/tempo.h"
#include "gui/experiments/compare_row.h"

namespace commlab {

// "steady: small programs took at most 1.2 times as long in one sweep as in another". Where the sweeps differ
// by more than a factor of 1.5, a warning and what to do. REQUIRES: the tempo is known.
std::string steadiness_text(const Tempo&);

// " Programs kept 1.9 processors busy in the minute before ...", and what to do. Empty if they kept less than
// half a processor busy, or if it is not known.
std::string busy_text(const Provenance&);

// "this computer is 1.3 to 1.6 times slower than when it was calibrated": from the least to the greatest
// drift.
std::string drift_text(const Drifted&);

}  // namespace commlab
