#pragma once
// A Flavour is how a library behaves towards the programs that call it: what a call waits for, what it leaves
// in buffers whose contents it does not specify, what it refuses, and what it prints when the other ranks
// never call. It is a table of facts, without any model of time.
//
//   gloo   works on the host's memory. A blocking call holds the host until it is done, and every send waits
//          for its receive, even of one byte (facebookincubator/gloo at cc44198, run on 4 processes).
//   mpi    likewise, but a send below 4,096 bytes goes without its receive (Open MPI 4.1.4, shared memory:
//          4,000 bytes pass, 4,096 wait).
//   nccl   works on a GPU's streams. A call returns once it is enqueued; send and receive hold the
//          communication stream until both are there, unless they are grouped (nccl.h, 2.28: "this
//          operation is blocking for the GPU"). Unless a script says `communicators warm` or `cold`, they
//          have connected and every message waits for its receive, which is the cautious reading:
//            warm   a message that fits into a buffer leaves without its receive. A buffer has 4 MiB in 8
//                   slots (NCCL_BUFFSIZE, NCCL_STEPS), of which one is filled at a time: 512 KiB
//                   (NVIDIA/nccl issue 544: sends of 512 KiB end without a receive). Here, any number of such
//                   messages fits
//            cold   as warm, once connected; but the first call of a group's ranks, and the first message
//                   from one rank to another, hold the hosts until all ranks of it have come
//                   (pytorch/pytorch issues 108378 and 129341)

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/collective/collective.h"
#include "core/script/program.h"

namespace commlab {

struct Flavour {
  // The content, after a reduce, of the tensor of a rank that is not the root.
  enum class Leftover : std::uint8_t { partial_sums, untouched };

  std::string_view name;
  std::string_view library;  // the library's usual name
  bool on_host = true;       // calls work on the host's memory and hold the host; else, on streams
  Bytes eager_below;         // smaller messages leave without waiting for their receive; 0: no message does
  Time enqueue;              // on streams: how long a call keeps the host busy
  // If its communicators connect at their first call: the largest message that a connected one buffers, and
  // how many of them from one rank to another.
  std::optional<Bytes> buffered;
  int buffer_slots = 0;
  Leftover leftover = Leftover::untouched;
  std::optional<Time> timeout;      // after it, the library gives up a call that other ranks do not answer
  bool averages = false;            // has ReduceOp.AVG
  bool bitwise = false;             // has BAND, BOR, BXOR
  bool undefined_mismatch = false;  // calls that do not fit together are undefined behaviour
};

extern const Flavour gloo_flavour;
extern const Flavour mpi_flavour;
extern const Flavour nccl_flavour;
std::vector<const Flavour*> flavours();
Result<const Flavour*> find_flavour(std::string_view name);  // the error suggests the nearest name

// The algorithm that the library uses for such a collective by default.
std::string_view usual_algorithm(const Flavour&, CollectiveKind);

// The library's own error for a call that it refuses; empty: it accepts the call. `ranks`: number of ranks of
// the group.
std::string refusal(const Flavour&, const ScriptStep&, Rank self, int ranks);
// What the library prints after its timeout, as its users see it; empty: it waits forever and prints nothing.
// `sequence` counts from 0.
std::string timeout_text(const Flavour&, const ScriptStep&, Rank self, std::int64_t sequence);
// What a rank prints before it ends: overflow_text() if a message is longer than its room, lost_text() if it
// was in a call with a rank that died.
std::string overflow_text(const Flavour&, Bytes came, Bytes room);
std::string_view lost_text(const Flavour&);
// "ALLREDUCE": what torch.distributed calls it in messages.
std::string_view operation_type(ScriptOperation);

}  // namespace commlab
