#pragma once
// The error of an iteration that did not end in time: which ranks never arrived, and which rank waits for
// which.

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/programs/programs.h"
#include "gpu/issue_order.h"
#include "gpu/iteration.h"

namespace commlab {

// How long work may still run after its deadline before it counts as hanging.
inline constexpr std::chrono::seconds to_come_to_rest{3};

// "no end within 10000 ms: rank 3 never arrived; rank 0 waits for its message of step 1 from rank 3"
Error late(const Programs&, const IssueOrder&, const Iteration&, std::chrono::milliseconds deadline);

// The same from the missing ranks and from a sentence for each wait; the error contains the first few
// sentences. If both are empty, all ranks ended after the deadline.
Error late(const std::set<Rank>& missing, std::vector<std::string> waits, std::chrono::milliseconds deadline);

}  // namespace commlab
