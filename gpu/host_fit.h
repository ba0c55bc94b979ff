#pragma once
// From times of probes to the numbers of a machine, by the simulator's own arithmetic. Lanes
// are threads: to start one, or to go on with one that had to wait, costs a processor `wake`.
// So messages round a ring, where as many lanes work in step as there are ranks, take
//
//   crowd * (wake + messages * (wake + bytes/send + bytes/receive))    crowd = max(1, ranks / processors)
//
// for crowd lanes share a processor. The stamps of single instructions say how sends and
// receives share what depends on the size.

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

// From messages too small for their bytes to matter.
Time fit_wake(const RingTiming&, double crowd);
// Never less than the instructions themselves were seen to take.
MessageWork fit_work(const RingTiming&, Time wake, double crowd);

// Sizes and times as measured, and all doublings of size between them: of time, the straight line
// between logarithms, which meets both a constant and a rate.
RateCurve curve_through(const std::vector<std::pair<Bytes, Time>>& measured);

// What the simulator takes for the ring, and for `times` pieces of local work.
Time predicted(const RingTiming&, Time wake, double crowd, Bandwidth send, Bandwidth receive);
Time predicted_local(int times, Time work, Time wake, double crowd);

}  // namespace commlab
