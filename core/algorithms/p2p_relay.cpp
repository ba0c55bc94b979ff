// The data go from rank to rank along a way, and every rank on it stores and forwards them.
//
//   from --> relay --> relay --> to        a piece goes on while the next one comes
//
// Cost: h hops, B pieces (--pieces): (h-1+B)(alpha + S/B beta) where all hops are alike; the
// narrowest hop sets the pace. With one piece, every hop waits for all of the data.
//
// The way is the one that the user gives (--route 0-7-2), else the one with the fewest hops over the
// machine's widest links. Where nothing is known of the machine, the data go straight to the destination.
#include <algorithm>

#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

std::vector<Rank> way_to(Rank to, const Schedule& s) {
  for (const RankPath& path : s.layout().paths)
    if (path.ranks.back() == to) return path.ranks;
  return {s.collective().from, to};
}

void write(Schedule& s) {
  std::vector<std::vector<Rank>> ways;
  std::size_t most_ranks = 0;
  for (const Rank to : s.collective().to) {
    ways.push_back(way_to(to, s));
    most_ranks = std::max(most_ranks, ways.back().size());
  }
  for (std::size_t hop = 0; hop + 1 < most_ranks; ++hop) {
    s.next_step();
    for (const std::vector<Rank>& way : ways) {
      if (hop + 1 >= way.size()) continue;
      s.one(way[hop], way[hop + 1],
            {.from = hop == 0 ? Buffer::input : Buffer::scratch,
             .into = hop + 2 == way.size() ? Buffer::output : Buffer::scratch});
    }
  }
}

}  // namespace

extern constinit const Algorithm p2p_relay = {
    .name = "relay",
    .collective = CollectiveKind::p2p,
    .idea = "The data go along a way of wide links, and every rank on it stores and forwards them.",
    .cost = "(h-1+B)(alpha + S/B beta) over h hops in B pieces",
    .source = "NCCL 2.28, src/graph/paths.cc (NVB: one NVLink neighbour relays)",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
