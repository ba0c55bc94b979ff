#pragma once
// Scripts' runs as a test wants them, made by hand: nothing is simulated.

#include <vector>

#include "core/script/run.h"

namespace commlab {

// Four ranks reduce to rank 0, as gloo does: partial sums stay behind. All are through after 120 us.
ScriptRun reduced_by_hand();
// Four ranks send to the right first: nobody receives, and a circle of waits closes after 30 us.
ScriptRun ring_that_hangs_by_hand();
// Rank 3 of four never calls; the others wait, and their watchdogs speak ten minutes later.
ScriptRun absent_rank_by_hand();
// Two ranks compute while four messages travel: six lanes with something in each.
ScriptRun overlapped_by_hand();
std::vector<ScriptRun> all_runs_by_hand();

}  // namespace commlab
