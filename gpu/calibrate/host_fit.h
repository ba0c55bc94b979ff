#pragma once
// Turns the times of probes into the parameters of a machine, with the simulator's own arithmetic. Messages
// round a ring, or to and fro, take
//
//   crowd * (launch + messages * (hop + bytes/send + bytes/receive))
//
// On processors, lanes are threads. Starting one, or waking one that waited, costs a processor the time
// `wake`; that is both the launch and the hop. crowd = max(1, ranks / processors) lanes share a processor. On
// GPUs, launch and hop are two numbers, and no lane waits for another (crowd 1). The stamps of single
// instructions say which part of the time that depends on the size belongs to sends, and which to receives.

#include <vector>

#include "core/base/units.h"
#include "core/machine/machine.h"

namespace commlab {

// The time of `messages` messages of `bytes` bytes each. `sending` and `receiving` are medians of single
// instructions.
struct RingTiming {
  Bytes bytes;
  int messages = 1;
  Time total;
  Time sending;
  Time receiving;
};

// The time that one lane, with a processor of its own, needs for its part of a message.
struct MessageWork {
  Time sending;
  Time receiving;
  Time both() const { return sending + receiving; }
};

// The costs of programs besides their work.
struct FixedCosts {
  Time launch;       // once for each run
  Time hop;          // for each message
  double crowd = 1;  // lanes that share a processor
};

// Where lanes poll, as those that wait for MPI do, the system wakes each of them only once, at its start. So
// the start costs more than a message, and is the same for all lanes: it is no work, and no processor is
// shared for it.
//
//   start + crowd * (wake + messages * (wake + bytes/send + bytes/receive))
struct PollingCosts {
  Time start;
  Time wake;
};

// The fixed costs, from messages so small that their bytes do not matter. fit_wake() is for processors, where
// launch and hop are the same. fit_fixed_costs() finds both from a few messages and from many. All costs are
// at least 0.
Time fit_wake(const RingTiming&, double crowd);
FixedCosts fit_fixed_costs(const RingTiming& few, const RingTiming& many);
PollingCosts fit_polling_costs(const RingTiming& few, const RingTiming& many, double crowd);
FixedCosts fixed_costs(const PollingCosts&, double crowd);
// The result is at least the time that the instructions themselves took.
MessageWork fit_work(const RingTiming&, const FixedCosts&);
// Where lanes poll, a send's time also contains what it waited for its partner, and for the processor that
// another lane used in the meantime. A receive's time contains no waiting. So sends get what receives leave
// of the whole.
MessageWork fit_work_of_polling(const RingTiming&, const FixedCosts&);

// The measured sizes, and all doublings of size between them. Their times lie on a straight line between the
// logarithms, which is right both for a constant time and for a constant rate.
RateCurve curve_through(const std::vector<std::pair<Bytes, Time>>& measured);

// The time that the simulator predicts for the ring, and for `times` pieces of local work.
Time predicted(const RingTiming&, const FixedCosts&, Bandwidth send, Bandwidth receive);
Time predicted_local(int times, Time work, const FixedCosts&);

}  // namespace commlab
