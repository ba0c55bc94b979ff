#pragma once
// Turns the times of probes into the parameters of a machine, with the simulator's own arithmetic. Messages
// round a ring, or to and fro, take
//
//   crowd * (launch + messages * (hop + ends * bytes/send + bytes/receive))
//
// `ends` is 2 where a message takes its receiver's processor as well as its sender's (Work::at_both_ends),
// else 1: in a ring, each processor has a message that goes and one that comes.
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
  Time sending;  // at each end
  Time receiving;
  // What a processor of a ring needs for each message that goes and comes.
  Time in_a_ring(int ends) const { return ends * sending + receiving; }
};

// The costs of programs besides their work.
struct FixedCosts {
  Time launch;       // once for each run
  Time hop;          // for each message
  double crowd = 1;  // lanes that share a processor
  int ends = 1;      // at which a message is sent
};

// What lanes cost on processors besides the work on bytes, in the terms of a machine's Work.
struct ThreadCosts {
  Time start;        // of the whole program; it is no work, so no processor is shared for it
  Time wake;         // of a lane that starts or waited
  Time beside;       // more for each other lane of the processor
  Time per_message;  // for sending it, at each end where it is sent, and again for taking it
};
// Times of messages so small that their bytes do not matter.
struct SmallMessages {
  Time start;        // of one lane of each rank, without messages
  RingTiming ring;   // with one lane of each rank
  RingTiming rings;  // as many rings at once, each with a lane of each rank
  int rings_at_once;
  double crowd;      // lanes of one ring that share a processor
  int ends = 1;      // at which a message is sent
  Time in_a_stream;  // between two messages from one rank to another, by what a processor does for each
};

// All costs are at least 0.
FixedCosts fit_fixed_costs(const RingTiming& few, const RingTiming& many);
ThreadCosts fit_threads(const SmallMessages&);
// Those of a ring with one lane of each rank.
FixedCosts fixed_costs(const ThreadCosts&, double crowd, int ends);
// For messages that are sent at one end. The result is at least the time that the instructions themselves
// took, or their part of it where others may have had the processor meanwhile.
MessageWork fit_work(const RingTiming&, const FixedCosts&);
// For messages that are sent at both ends. A send's time also contains what it waited for the other end, and
// for the processor that another lane used in the meantime. A receive's time contains no waiting. So sends
// get what receives leave of the whole.
MessageWork fit_work_at_both_ends(const RingTiming&, const FixedCosts&);

// What messages of more than `eager` bytes cost besides their bytes and what every message costs, as in Work.
struct RendezvousCost {
  Time time;
  Bytes eager;
};
// `sending`: times of sends at each end, by size, at sizes for which a cache holds all memory. The cost is
// what they take beyond a time that is proportional to the bytes.
RendezvousCost fit_rendezvous_cost(const std::vector<std::pair<Bytes, Time>>& sending);

// The measured sizes, and all doublings of size between them. Their times lie on a straight line between the
// logarithms, which is right both for a constant time and for a constant rate.
RateCurve curve_through(const std::vector<std::pair<Bytes, Time>>& measured);

// bytes / time. A time of 0 gives the largest rate there is.
Bandwidth rate_of_work(Bytes, Time);

// The time that the simulator predicts for the ring, and for `times` pieces of local work.
Time predicted(const RingTiming&, const FixedCosts&, Bandwidth send, Bandwidth receive);
Time predicted_local(int times, Time work, const FixedCosts&);

}  // namespace commlab
