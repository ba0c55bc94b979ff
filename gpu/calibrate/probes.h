#pragma once
// Small programs whose time tells one number of a machine, and functions that time them.

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/programs/programs.h"
#include "gpu/device.h"
#include "gpu/runner.h"

namespace commlab {

// Every rank sends `messages` messages round a ring, as in a ring all_reduce: it sends on what it received
// last. `receive` is recv or recv_reduce. With several rings, it does so on as many lanes at once.
Programs ring_probe(int ranks, int messages, Bytes bytes, Opcode receive, int rings = 1);

// Each of `pairs` ranks sends `messages` messages to a partner of its own, which only receives.
Programs pairs_probe(int pairs, int messages, Bytes bytes);

// Rank 0 sends `messages` messages to rank 1, with a slot for each, so that it never waits; the others idle.
Programs stream_probe(int ranks, int messages, Bytes bytes);

// One message goes to and fro between two ranks, `messages` times, and nothing else runs: the cost of a
// message that shares nothing. `receive` is recv or recv_reduce. Other ranks below the higher one idle.
Programs bounce_probe(int messages, Bytes bytes, Opcode receive, std::pair<Rank, Rank> between = {0, 1});

// Each of two ranks sends `messages` messages to the other, at the same time, with a lane for each direction.
Programs exchange_probe(int messages, Bytes bytes);

// Every rank does `times` local operations alone. `work` is copy or reduce. If `times` > 1, its two operands
// are different blocks; otherwise the second read would come from a cache.
Programs local_probe(int ranks, int times, Bytes bytes, Opcode work);

// The same programs, but only rank 0 does anything. For programs without messages.
Programs of_rank_0_alone(Programs);

struct Timing {
  Time total;      // time of an iteration: median over iterations
  Time sending;    // time of one send: median over all instructions, as for the next two times
  Time receiving;  // time of taking in one message
  Time working;    // time of one local operation
};
// A function that times programs for about `budget`: on the host, on GPUs, in processes.
using TimePrograms = std::function<Result<Timing>(const Programs&, std::chrono::milliseconds budget)>;
// The same until a stop is asked for; from then on an error of Fault::runtime.
TimePrograms timing_until(std::stop_token, TimePrograms);

using MakeDevice = std::function<Result<std::unique_ptr<Device>>()>;
// Runs the programs on devices for about `budget`, in rounds like a user's run, each in memory of its own.
// Returns the round in the middle, as one run of a user most likely is.
// Errors: too little memory, no more threads, a run that misses its deadline.
Result<Timing> time_on(const MakeDevice&, const Programs&, std::chrono::milliseconds budget);
// The same with runners. They need not verify the programs: probes promise no result.
using MakeRunner = std::function<Result<std::unique_ptr<Runner>>(const Programs&)>;
Result<Timing> time_with(const MakeRunner&, const Programs&, std::chrono::milliseconds budget);
Result<Timing> time_on_host(const Programs&, std::chrono::milliseconds budget);

}  // namespace commlab
