#pragma once
// A faster in_flight(trace, t), which does not look at everything before t. It keeps lists of what was under
// way at some moments, and looks only at what started after the last of them. A new list is kept when as many
// transfers have started as the last list names, so all lists together are no longer than the trace.

#include <cstdint>
#include <vector>

#include "core/trace/trace.h"

namespace commlab {

class InFlightIndex {
 public:
  explicit InFlightIndex(const Trace&);

  // The same as in_flight(trace, t). REQUIRES: the trace it was built of.
  std::vector<InFlight> at(const Trace&, Time t) const;

 private:
  struct Checkpoint {
    std::uint32_t transfer;  // the list is for the start of this transfer, which it leaves out
    std::uint32_t first;     // in under_way_, up to the next checkpoint's
  };
  std::vector<Checkpoint> checkpoints_;
  std::vector<std::int32_t> under_way_;
};

}  // namespace commlab
