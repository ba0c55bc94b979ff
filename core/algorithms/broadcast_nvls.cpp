// The root stores its vector once; the switch copies it to all ranks.
//
//   root --> switch ==> every rank
//
// The first barrier ensures that all buffers are ready to be written, the second that no rank ends
// before the vector has come.
//
// Cost: 3 alpha + S beta for any p: one step, at the bandwidth of the bound.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  const Group ranks = s.from_root();
  s.barrier(ranks);
  s.next_step();
  s.multicast(ranks, {.from = Buffer::input, .who = only(0)});
  s.barrier(ranks);
}

}  // namespace

extern constinit const Algorithm broadcast_nvls = {
    .name = "nvls",
    .collective = CollectiveKind::broadcast,
    .idea = "The root stores its vector once, and the switch copies it to all ranks.",
    .cost = "3 alpha + S beta",
    .source = "PTX ISA 8.1, multimem.st; NVLink SHARP (Hopper, NVSwitch 3)",
    .supports = any_ranks,
    .write = write,
    .needs_multicast = true,
};

}  // namespace commlab
