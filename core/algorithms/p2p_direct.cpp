// One rank sends its data to one or several others: each copy goes straight to its destination, all at
// once.
//
//   from --> to[0]
//     \----> to[1]
//
// Cost: alpha + S beta for a copy with a route of its own; copies that meet on a link share it.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

void write(Schedule& s) {
  s.next_step();
  for (const Rank to : s.collective().to) s.one(s.collective().from, to, {.from = Buffer::input});
}

}  // namespace

extern constinit const Algorithm p2p_direct = {
    .name = "direct",
    .collective = CollectiveKind::p2p,
    .idea = "The sender copies its data straight to each destination, all copies at once.",
    .cost = "alpha + S beta for each copy on a route of its own",
    .source = "cudaMemcpyPeerAsync, one stream per destination",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
