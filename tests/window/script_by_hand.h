#pragma once
// Runs of scripts, written by hand for tests: nothing is simulated.

#include <vector>

#include "core/script/run.h"

namespace commlab {

// Four ranks reduce to rank 0, as gloo does: partial sums stay behind. All ranks end at 120 us.
ScriptRun reduced_by_hand();
// Four ranks first send to the right, and none receives: a circle of waits closes at 30 us.
ScriptRun ring_that_hangs_by_hand();
// Rank 3 of four never calls. The others wait, and their watchdogs report it ten minutes later.
ScriptRun absent_rank_by_hand();
// Two ranks compute while four messages are under way: none of the six lanes is empty.
ScriptRun overlapped_by_hand();
std::vector<ScriptRun> all_runs_by_hand();

}  // namespace commlab
