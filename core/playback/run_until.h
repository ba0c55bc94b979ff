#pragma once
// "Run until": a condition in words, and the first moment at which it holds. It depends on
// the trace alone, and not on the moment that is shown.
//
//   6.8us                      that time
//   event 12                   that event (Playback's number)
//   step 3                     the third step is over: steps are counted from 1, as captions count them
//   rank 3 complete            it holds all it was promised
//   chunk 2 complete           all ranks hold block 2 to which it was promised
//   rank 2 holds 3             its copy of some chunk holds the contributions of 3 ranks
//   rank 2 holds 3 of chunk 5  its copy of block 5, or of a part of it, does
//   first contention           the first time that a slowed-down transfer shares a link
//   link gpu0->gpu1 idle > 2us nothing has crossed the link for that long since the launch

#include <cstdint>
#include <string_view>

#include "core/playback/playback.h"
#include "core/playback/replay.h"

namespace commlab {

struct StopCondition {
  enum class Kind : std::uint8_t {
    time,
    event,
    step_over,
    rank_complete,
    rank_holds,
    chunk_complete,
    first_contention,
    link_idle
  } kind = Kind::time;
  Time time{};              // the time to reach; or how long a link is idle
  std::int64_t number = 0;  // number of the event, step (from 0), rank or block; or the link's id
  int contributions = 0;    // number of contributions that a rank must hold
  int block = -1;           // block to which the contributions belong; -1: any block
};

// A time as people write it: "6.8us", or "6.8 us".
Result<Time> parse_moment(std::string_view);

// An error says which words were not understood and what was expected, or what this trace lacks.
Result<StopCondition> parse_stop_condition(std::string_view, const Trace&, const Playback&);

// An error says why the condition never holds in this trace.
Result<Time> run_until(const StopCondition&, const Trace&, const Playback&, const Replay&);

}  // namespace commlab
