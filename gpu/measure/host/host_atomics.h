#pragma once
// What happens to a counter to which many threads add at once.
//
//   adder A   load 5 ........ store 6        two additions, and the counter went up by one:
//   adder B      load 5 ........... store 6  B's load came between A's load and store
//
// The load and the store are each atomic, so that no reader sees half a number. This is not enough, because
// nothing protects the addition between them.

#include "core/experiment/meter.h"

namespace commlab {

// Measures four ways of adding: a load and a store; one atomic addition; an addition behind a lock; a counter
// for each thread.
Result<AtomicsReport> host_atomics(const MeterSettings&);

}  // namespace commlab
