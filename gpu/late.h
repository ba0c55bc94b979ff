#pragma once
// The error of an iteration that did not end in time: who never arrived, who waits for whom.

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/programs/programs.h"
#include "gpu/issue_order.h"
#include "gpu/iteration.h"

namespace commlab {

// How long after its deadline work may still end by itself. Then it is taken to hang.
inline constexpr std::chrono::seconds to_come_to_rest{3};

// "no end within 10000 ms: rank 3 never arrived; rank 0 waits for its message of step 1 from rank 3"
Error late(const Programs&, const IssueOrder&, const Iteration&, std::chrono::milliseconds deadline);

// The same from the missing ranks and from a sentence for each wait, of which the first few are told. With
// neither, all ranks ended after the deadline.
Error late(const std::set<Rank>& missing, std::vector<std::string> waits, std::chrono::milliseconds deadline);

}  // namespace commlab
