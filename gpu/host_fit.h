#pragma once
// From times of probes to the numbers of a machine, by the simulator's own arithmetic. Where
// as many lanes work as there are ranks, all in step, a message round a ring takes
//
//   overhead + latency + crowd * bytes * (1/send + 1/receive)      crowd = max(1, ranks / processors)
//
// for crowd lanes share a processor. Its constant part is the time of a tiny message; what is
// left is work, and the stamps of single instructions say how sends and receives share it.

#include <string>
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

// Launch, and what a message costs whatever its size, from two runs of tiny messages.
struct Constant {
  Time launch;
  Time of_message;
};
Constant fit_constant(const RingTiming& few, const RingTiming& many);

// The time one lane alone would need for its part of a message.
struct MessageWork {
  Time sending;
  Time receiving;
};
MessageWork fit_work(const RingTiming&, const Constant&, double crowd);

// bytes / time; of a time that is nothing, the largest rate a file holds.
Bandwidth rate(Bytes, Time);

Time predicted(const RingTiming&, const Constant&, double crowd, Bandwidth send, Bandwidth receive);

}  // namespace commlab
