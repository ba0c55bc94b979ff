#pragma once
// Small programs whose running time tells one number of a machine, and the stopwatch for them.

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/programs/programs.h"
#include "gpu/device.h"
#include "gpu/runner.h"

namespace commlab {

// Every rank sends `messages` messages round a ring, as a ring all_reduce does: what it
// received last it sends on. `receive` is recv or recv_reduce.
Programs ring_probe(int ranks, int messages, Bytes bytes, Opcode receive);

// `pairs` ranks send `messages` messages each to a partner of their own, which does nothing else.
Programs pairs_probe(int pairs, int messages, Bytes bytes);

// One message goes to and fro between two ranks, so often, and nothing else is under way: what it costs when
// nobody shares anything with it. `receive` is recv or recv_reduce. Ranks below the higher one idle.
Programs bounce_probe(int messages, Bytes bytes, Opcode receive, std::pair<Rank, Rank> between = {0, 1});

// Two ranks send `messages` messages each to the other at once, on a lane for each direction.
Programs exchange_probe(int messages, Bytes bytes);

// Every rank does `times` local operations on its own; `work` is copy or reduce, whose two operands are two
// blocks where `times` > 1: of one, the second reading would be a cache's.
Programs local_probe(int ranks, int times, Bytes bytes, Opcode work);

struct Timing {
  Time total;      // medians over iterations
  Time sending;    // medians over all instructions: of one send,
  Time receiving;  // of taking one message in,
  Time working;    // of one local operation
};
// Who times programs, for about so long: on the host, on GPUs, in processes.
using TimePrograms = std::function<Result<Timing>(const Programs&, std::chrono::milliseconds budget)>;

using MakeDevice = std::function<Result<std::unique_ptr<Device>>()>;
// Runs the programs on the device for about `budget`, in rounds like a user's run, each in
// memory of its own, and tells of the quietest: other programs, and memory that happens to lie
// badly in the caches, only ever add to a time.
// Errors: too little memory, no more threads, a run beyond its deadline.
Result<Timing> time_on(const MakeDevice&, const Programs&, std::chrono::milliseconds budget);
// The same with whatever runs these programs, and need not have verified them: probes promise nothing.
using MakeRunner = std::function<Result<std::unique_ptr<Runner>>(const Programs&)>;
Result<Timing> time_with(const MakeRunner&, const Programs&, std::chrono::milliseconds budget);
Result<Timing> time_on_host(const Programs&, std::chrono::milliseconds budget);

}  // namespace commlab
