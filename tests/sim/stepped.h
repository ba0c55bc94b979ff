#pragma once
// A finished run with everything needed to step through it.

#include <utility>

#include "core/playback/playback.h"
#include "tests/sim/traces.h"

namespace commlab {

struct Stepped {
  Played played;
  Replay replay;
  Playback playback;
  explicit Stepped(Played p)
      : played(std::move(p)), replay(replay_of(played)), playback(played.trace, replay.deposits()) {}
};

}  // namespace commlab
