#pragma once
// The host as a meter: what its processors and its memory do, with threads that are kept on processors.

#include "core/experiment/meter.h"

namespace commlab {

Meter host_meter();

// memcpy by one thread, then by one on each processor (each its own share), from memory to memory. A copy
// that is not equal to its source is an error (Fault::runtime), as is too little memory.
Result<CopyReport> host_copies(const MeterSettings&);

// Between every two of the first most_places processors, as the executor hands messages over: one rank on
// each, copies into and out of slots.
inline constexpr int most_places = 16;
Result<PairReport> host_pairs(const MeterSettings&);

// A thread that copies, and one on another processor that multiplies and adds in registers.
Result<OverlapReport> host_overlap(const MeterSettings&);

// Threads that add to one counter: by a load and a store, by one atomic addition, behind a lock, and each to
// a counter of its own.
Result<AtomicsReport> host_atomics(const MeterSettings&);

}  // namespace commlab
