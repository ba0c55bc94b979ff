#pragma once
// The goal of a collective, in one sentence that a newcomer can check against the picture:
//
//   "Goal: every rank ends with 1 + 2 + 3 + 4 = 10"
//
// The sentence has numbers if all elements of a rank's input are equal (data `ones` and `ranks`) and the
// result is exact in the data type. Otherwise it says what is combined.

#include <string>

#include "core/collective/collective.h"
#include "core/playback/replay.h"

namespace commlab {

// REQUIRES: at least one rank, and a count that is not negative. (A script's run has no collective of its
// own, but a row of ranks.)
std::string goal_text(const Collective&, DataPattern);

// The time from which all ranks hold what is promised: 0 if nothing is promised, `never` if some rank never
// holds it.
Time goal_reached(const Replay&);

}  // namespace commlab
