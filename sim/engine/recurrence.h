#pragma once
// The times of a run in which no two messages ever meet on a link, without events. Each message then takes as
// long as it would alone, and every time follows from earlier times:
//
//   start = the latest of: the end of the lane's previous instruction, the end of what the instruction
//   depends
//           on, the end of the receive that frees its slot, the arrival of the message that it takes;
//           plus the overhead if it sends
//   end   = start + bytes / rate; a message arrives `latency` after the end of its send
//
// This gives the engine's times to the picosecond, because the engine's order of events at equal times
// changes no time. That no two messages meet is checked for each message on each link that more than one lane
// uses: the message must start no earlier than the last one ended.
//
// Symmetric programs are run instruction by instruction, each time for all ranks in one dense row; so the
// memory is a few rows for each lane that is stored, however many messages there are.

#include <optional>
#include <vector>

#include "core/base/units.h"
#include "sim/engine/run_setting.h"

namespace commlab {

struct Recurred {
  Time finish;
  std::vector<Bytes> bytes;  // per link of the topology, as Engine::bytes_on()
  std::vector<Time> busy;
  // If the options ask for it: where the time goes. Nothing if only the engine can tell, because several
  // causes came at the same moment, and the time before them was spent in different ways.
  std::optional<TimeSplit> split;
};

// Nothing if only the engine can tell: the run is recorded, loops, streams, stores and forwards, shares
// memory or processors, or has groups or absent ranks; or messages meet, ranks wait forever, a time is beyond
// 63 bits, or the run was told to stop.
//
// If one rank was placed for all and the options ask for exactness, all ranks are computed, each on the links
// between it and the switch.
std::optional<Recurred> recurrence(const RunSetting&);

}  // namespace commlab
