// The root stores its vector once; the switch copies it to everybody.
//
//   root --> switch ==> every rank
//
// A barrier before, so that all buffers are there to be written, and one after, so that nobody
// ends before the vector has come.
//
// Cost: 3 alpha + S beta, whatever p: one step, and the bound's bandwidth.
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
