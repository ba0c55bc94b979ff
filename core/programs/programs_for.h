#pragma once
// The Programs of a collective by an algorithm: the algorithm's schedule, lowered.

#include "core/base/error.h"
#include "core/programs/budget.h"
#include "core/programs/lower.h"
#include "core/programs/programs.h"
#include "core/schedule/algorithm.h"

namespace commlab {

// Writes the schedule; only what the first tile does, if the algorithm claims that tiles repeat.
// Returns an error if the collective is not valid or not supported, or if the layout's order is no
// permutation.
Result<Schedule> checked_schedule_of_a_tile(const Algorithm&, const Collective&, const Layout& = {});

// Writes the schedule, and lowers it.
// Returns an error if the schedule cannot be written, or if the programs do not fit into the budget.
Result<Programs> programs_for(const Algorithm&, const Collective&, const Lowering& = {}, const Layout& = {},
                              const Budget& = {});

}  // namespace commlab
