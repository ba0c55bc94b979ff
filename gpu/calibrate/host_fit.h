#pragma once
// Turns the times of probes into the parameters of a machine, with the simulator's own arithmetic. Messages
// round a ring, or to and fro, take
//
//   crowd * (launch + messages * (hop + bytes/send + bytes/receive))
//
// On processors, lanes are threads, and crowd = max(1, ranks / processors) of them share a processor.
// Starting or waking one costs the processor time, and so does each message. On GPUs, no lane waits for
// another (crowd 1). The stamps of single instructions say which part of the time that depends on the size
// belongs to sends, and which to receives.

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
  Bytes memory{};  // on which each processor works meanwhile, where rates depend on it
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

// What lanes cost on processors besides the work on bytes, in the terms of a machine's Work.
struct ThreadCosts {
  Time start;        // of the whole program; it is no work, so no processor is shared for it
  Time wake;         // of a lane that starts or waited
  Time beside;       // more for each other lane of the processor
  Time per_message;  // for sending it, and again for taking it
};
// Times of messages so small that their bytes do not matter.
struct SmallMessages {
  Time start;        // of one lane of each rank, without messages
  RingTiming ring;   // with one lane of each rank
  RingTiming rings;  // as many rings at once, each with a lane of each rank
  int rings_at_once;
  double crowd;      // lanes of one ring that share a processor
  Time in_a_stream;  // between two messages from one rank to another, each on a processor of its own
};

// All costs are at least 0.
FixedCosts fit_fixed_costs(const RingTiming& few, const RingTiming& many);
ThreadCosts fit_threads(const SmallMessages&);
// Those of a ring with one lane of each rank.
FixedCosts fixed_costs(const ThreadCosts&, double crowd);
// The result is at least the time that the instructions themselves took, or their part of it where others
// may have had the processor meanwhile.
MessageWork fit_work(const RingTiming&, const FixedCosts&);
// Where a send waits for others, its time also contains that, and what it waited for the processor that
// another lane used in the meantime. A receive's time contains no waiting. So sends get what receives leave
// of the whole.
MessageWork fit_work_of_waiting(const RingTiming&, const FixedCosts&);

// The measured sizes, and all doublings of size between them. Their times lie on a straight line between the
// logarithms, which is right both for a constant time and for a constant rate.
RateCurve curve_through(const std::vector<std::pair<Bytes, Time>>& measured);

// bytes / time. A time of 0 gives the largest rate there is.
Bandwidth rate_of_work(Bytes, Time);

// The time that the simulator predicts for the ring, and for `times` pieces of local work.
Time predicted(const RingTiming&, const FixedCosts&, Bandwidth send, Bandwidth receive);
Time predicted_local(int times, Time work, const FixedCosts&);

}  // namespace commlab
