#pragma once
// The times of one iteration, from which a Trace is made.

#include <vector>

#include "core/base/units.h"
#include "core/experiment/run.h"
#include "core/programs/programs.h"
#include "gpu/device.h"

namespace commlab {

// When an instruction could start, started and ended; 0: it did not get that far.
struct Stamps {
  HostTime ready = 0;  // the lane has reached the instruction, and its dependencies are done
  HostTime begin = 0;  // the message that it receives is here, and the slot for its send is free
  HostTime middle =
      0;  // it has stored what it received, and begins to send; where both are one step: as `begin`
  HostTime end = 0;
};

struct Iteration {
  HostTime opened = 0;  // the time from which a run counts: its gate's opening, or, if only its ends are
                        // stamped, its first command
  Time launch;          // how long it took before that: the host's call, and until the first command began
  std::vector<HostTime> began;  // by lane
  std::vector<HostTime> ended;
  std::vector<Stamps> stamps;  // by instruction, in issue order
  int calls = 1;               // so many in a row; began and ended are those of the first and the last call
  // By rank: from its beginning to its end, on its own clock; empty: all ranks have one clock.
  std::vector<Time> own;

  // From `opened` to the last lane's end, on one time axis.
  Time span() const;
  // The time of one call: from `opened` to the last lane's end; with times of their own, that of the slowest
  // rank.
  Time time() const;
  // The time of one call that a run of these programs reports: of a library's own collective the mean of the
  // ranks' own times, as nccl-tests does; of our schedules time(), as the simulator predicts it.
  Time time_of(const Programs&) const;
  // The ranks' own times of one call. REQUIRES: they have such times.
  OverRanks over_ranks() const;
};

}  // namespace commlab
