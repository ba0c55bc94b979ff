#pragma once
// What a member says of one iteration: the stamps of its own rank, in the order in which the rank's lanes and
// instructions stand in the issue order, which is the same in all processes.

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "gpu/issue_order.h"
#include "gpu/iteration.h"

namespace commlab {

std::vector<std::byte> stamps_of(const IssueOrder&, const Iteration&, Rank);

// Puts a rank's stamps where they belong. `ahead` is how far the member's clock is ahead of ours; times that
// never came stay 0. Errors: another number of stamps than the rank has.
Status add_stamps(std::span<const std::byte>, const IssueOrder&, Rank, HostTime ahead, Iteration&);

}  // namespace commlab
