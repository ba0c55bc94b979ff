#pragma once
// What a collective is for, in one sentence that a newcomer can check against the picture:
//
//   "Goal: every rank ends with 1 + 2 + 3 + 4 = 10"
//
// Numbers are said where every element of a rank's input is the same (data `ones` and `ranks`) and the
// result is exact in the data type; otherwise the sentence says what is combined.

#include <string>

#include "core/collective/collective.h"
#include "core/collective/reference.h"
#include "core/playback/replay.h"

namespace commlab {

// REQUIRES: check(collective).
std::string goal_text(const Collective&, DataPattern);

// From when on all ranks hold what is promised, from the beginning where that is nothing; `never` where one
// of them never has it.
Time goal_reached(const Replay&);

}  // namespace commlab
