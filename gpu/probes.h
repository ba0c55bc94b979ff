#pragma once
// Small programs whose running time tells one number of a machine, and the stopwatch for them.

#include <chrono>

#include "core/error.h"
#include "core/programs.h"
#include "core/units.h"

namespace commlab {

// Every rank sends `messages` messages round a ring, as a ring all_reduce does: what it
// received last it sends on. `receive` is recv or recv_reduce.
Programs ring_probe(int ranks, int messages, Bytes bytes, Opcode receive);

// `pairs` ranks send `messages` messages each to a partner of their own, which does nothing else.
Programs pairs_probe(int pairs, int messages, Bytes bytes);

// Two ranks send `messages` messages each to the other at once, on a lane for each direction.
Programs exchange_probe(int messages, Bytes bytes);

// Every rank does `times` local operations on its own; `work` is copy or reduce.
Programs local_probe(int ranks, int times, Bytes bytes, Opcode work);

struct Timing {
  Time total;      // medians over iterations
  Time sending;    // medians over all instructions: of one send,
  Time receiving;  // of taking one message in,
  Time working;    // of one local operation
};
// Runs the programs on the host for about `budget`, in rounds like a user's run, each in
// memory of its own, and tells of the quietest: other programs, and memory that happens to lie
// badly in the caches, only ever add to a time.
// Errors: too little memory, no more threads, a run beyond its deadline.
Result<Timing> time_on_host(const Programs&, std::chrono::milliseconds budget);

}  // namespace commlab
