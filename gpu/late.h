#pragma once
// What to say of an iteration that did not end in time: who never arrived, who waits for whom.

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/programs/programs.h"
#include "gpu/issue_order.h"
#include "gpu/iteration.h"

namespace commlab {

// After its deadline, what is only slow has so long to end before it is left alone.
inline constexpr std::chrono::seconds to_come_to_rest{3};

// "no end within 10000 ms: rank 3 never arrived; rank 0 waits for its message of step 1 from rank 3"
Error late(const Programs&, const IssueOrder&, const Iteration&, std::chrono::milliseconds deadline);

// The same of whoever is missing, and of all who wait, a sentence each: the first few are told. Where there
// are none, all ended after the deadline.
Error late(const std::set<Rank>& missing, std::vector<std::string> waits, std::chrono::milliseconds deadline);

}  // namespace commlab
