#pragma once
// The Programs of a collective by an algorithm: the algorithm's schedule, lowered.

#include "core/base/error.h"
#include "core/programs/budget.h"
#include "core/programs/lower.h"
#include "core/programs/programs.h"
#include "core/schedule/algorithm.h"

namespace commlab {

// Writes the schedule: all that every rank does, or what a tile does if that is to be lowered, and enough.
// Returns an error if the collective is not valid or not supported, or if the layout's order is no
// permutation.
Result<Schedule> checked_schedule(const Algorithm&, const Collective&, const Lowering& = {},
                                  const Layout& = {});

// Lowers what checked_schedule() has written for this lowering.
// Returns an error if the programs do not fit into the budget.
Result<Programs> programs_of_schedule(const Algorithm&, const Schedule&, const Lowering& = {},
                                      const Budget& = {});

// Does both.
Result<Programs> programs_for(const Algorithm&, const Collective&, const Lowering& = {}, const Layout& = {},
                              const Budget& = {});

}  // namespace commlab
