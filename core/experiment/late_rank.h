#pragma once
// Ranks that begin later than the others, on real hardware: what --late gpu3:50us means there.

#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/collective/collective.h"

namespace commlab {

struct LateRank {
  Rank rank = 0;
  Time more;
};

// Every call waits so long, and a run makes some thirty of them.
inline constexpr Time longest_lateness = {1'000'000'000'000};

// An error: a link is named, which hardware cannot make slower; no such rank; a time that is too long.
Result<std::vector<LateRank>> late_ranks(std::span<const std::string> late, int ranks);

// How late a rank is in all.
Time lateness_of(Rank, std::span<const LateRank>);

}  // namespace commlab
