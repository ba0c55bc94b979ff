#pragma once
// From times of probes to the numbers of a machine, by the simulator's own arithmetic. What a
// message costs on a host is work of its processors, whatever its size: to wake a thread, to
// put another to sleep, then to move its bytes. So a tiny message has a rate, too, and
// a message round a ring, where as many lanes work in step as there are ranks, takes
//
//   crowd * bytes * (1/send + 1/receive)      crowd = max(1, ranks / processors)
//
// for crowd lanes share a processor. The stamps of single instructions say how sends and
// receives share what depends on the size; the rest is halved between them.

#include <vector>

#include "core/machine.h"
#include "core/units.h"

namespace commlab {

// Doing so many messages of so many bytes took so long. `sending` and `receiving` are the
// medians of one instruction each.
struct RingTiming {
  Bytes bytes;
  int messages = 1;
  Time total;
  Time sending;
  Time receiving;
};

// The time one lane with a processor of its own would need for its part of a message.
struct MessageWork {
  Time sending;
  Time receiving;
  Time both() const { return sending + receiving; }
};

// The work of a message that is too small for its bytes to matter. Never below nothing.
Time work_of_tiny(const RingTiming&, Time launch, double crowd);
// Never less than a tiny message's, and the instructions' own, were seen to take.
MessageWork fit_work(const RingTiming&, Time launch, Time tiny, double crowd);

// Sizes and times as measured, and all doublings of size between them: of time, the straight line
// between logarithms, which meets both a constant and a rate.
RateCurve curve_through(const std::vector<std::pair<Bytes, Time>>& measured);

// What the simulator takes for it.
Time predicted(const RingTiming&, Time launch, double crowd, Bandwidth send, Bandwidth receive);

}  // namespace commlab
