#pragma once
// A member's report of one iteration: the stamps of its own rank, in the order of the rank's lanes and
// instructions in the issue order, which is the same in all processes.

#include <chrono>
#include <cstddef>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "gpu/issue_order.h"
#include "gpu/iteration.h"

namespace commlab {

// No iteration takes longer: in picoseconds, Time holds 106 days.
inline constexpr std::chrono::hours longest_iteration{100 * 24};

std::vector<std::byte> stamps_of(const IssueOrder&, const Iteration&, Rank);

// Adds a rank's stamps, and its own time, to the iteration. `ahead` is the member's clock minus ours; the
// times of events that did not happen stay 0. Errors: the number of stamps is not that of the rank; times
// further apart than the longest iteration.
Status add_stamps(std::span<const std::byte>, const IssueOrder&, Rank, HostTime ahead, Iteration&);

}  // namespace commlab
