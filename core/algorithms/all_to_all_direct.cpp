// Every rank sends each other rank its block, all at once, beginning with its neighbour.
//
// Cost: alpha + (p-1)/p S beta where each rank has one port.
#include "core/schedule/algorithm.h"

namespace commlab {
namespace {

// The block that rank r has for rank r+i lands as block r there.
void write(Schedule& s) {
  const Group ranks = s.everyone();
  s.next_step();
  for (int i = 0; i < s.ranks(); ++i)
    s.every(ranks, {.to = shift(i), .block = shift(i), .into_block = shift(0), .from = Buffer::input});
}

}  // namespace

extern constinit const Algorithm all_to_all_direct = {
    .name = "direct",
    .collective = CollectiveKind::all_to_all,
    .idea = "Every rank sends each other rank its block, all at once.",
    .cost = "alpha + (p-1)/p S beta",
    .source =
        "Thakur, Rabenseifner, Gropp, Optimization of collective communication operations in MPICH, IJHPCA "
        "19(1), 2005",
    .supports = any_ranks,
    .write = write,
};

}  // namespace commlab
