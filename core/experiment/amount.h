#pragma once
// How much data an experiment moves, and over how many ranks, where it says nothing of it.

#include "core/base/units.h"
#include "core/experiment/experiment.h"

namespace commlab {

inline constexpr Bytes default_size = MiB(64);

// Whether --size, --count or --counts sets the amount of data.
bool says_amount(const Experiment&);

// As collective_of() of two numbers. If the experiment has neither --ranks nor --counts, it has `usual_ranks`.
Result<Collective> collective_of(const Experiment&, int most_ranks, int usual_ranks);

}  // namespace commlab
