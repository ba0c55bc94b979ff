#pragma once
// From times of probes to the numbers of a machine, by the simulator's own arithmetic. So messages round a
// ring, or to and fro, where as many lanes work in step as there are ranks, take
//
//   crowd * (launch + messages * (hop + bytes/send + bytes/receive))
//
// On processors lanes are threads: to start one, or to go on with one that had to wait, costs a processor
// `wake`, which is the launch and the hop; and crowd = max(1, ranks / processors) lanes share one. On GPUs
// the two are numbers of their own, and no lane keeps another waiting (crowd 1). The stamps of single
// instructions say how sends and receives share what depends on the size.

#include <vector>

#include "core/base/units.h"
#include "core/machine/machine.h"

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

// What programs pay beside their work.
struct FixedCosts {
  Time launch;       // once
  Time hop;          // each message
  double crowd = 1;  // lanes to a processor
};

// From messages too small for their bytes to matter: where launch and hop are one, and where they are two,
// from few messages and many; neither is below nothing.
Time fit_wake(const RingTiming&, double crowd);
FixedCosts fit_fixed_costs(const RingTiming& few, const RingTiming& many);
// Never less than the instructions themselves were seen to take.
MessageWork fit_work(const RingTiming&, const FixedCosts&);

// Sizes and times as measured, and all doublings of size between them: of time, the straight line
// between logarithms, which meets both a constant and a rate.
RateCurve curve_through(const std::vector<std::pair<Bytes, Time>>& measured);

// What the simulator takes for the ring, and for `times` pieces of local work.
Time predicted(const RingTiming&, const FixedCosts&, Bandwidth send, Bandwidth receive);
Time predicted_local(int times, Time work, const FixedCosts&);

}  // namespace commlab
