#pragma once
// The Programs of a collective by an algorithm: what the algorithm writes, lowered.

#include "core/base/error.h"
#include "core/programs/lower.h"
#include "core/programs/programs.h"
#include "core/schedule/algorithm.h"

namespace commlab {

// Writes the schedule, and lowers it.
// An error where the collective is not valid, not supported, or the layout's order is no permutation.
Result<Programs> programs_for(const Algorithm&, const Collective&, const Lowering& = {}, const Layout& = {});

}  // namespace commlab
