#pragma once
// Whether this computer has become slower or faster since it was calibrated.

#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/plan/setup.h"
#include "core/programs/programs.h"
#include "gui/experiments/tools.h"

namespace commlab {

// The size of a message of the programs, on average. Nothing if they have none, as those of a library.
std::optional<Bytes> average_message(const Programs&);

// The drift at this moment, for messages of the programs' size: times the machine's tempo again, twice.
// Nothing where the machine does not know its tempo on the experiment's backend, as a machine that was never
// calibrated here; where processes were launched, and are not as many as were calibrated; and for programs
// without messages. Errors: those of the timing.
Result<std::vector<double>> drifts_beside(const Setup&, const Programs&, const Tools&);

}  // namespace commlab
