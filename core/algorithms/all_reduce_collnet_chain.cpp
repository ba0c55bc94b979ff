// Each block goes along a chain through the ranks of a node, and each rank adds its own; the switches of the
// network sum it over all nodes (parts/collnet.h); and it goes along the chain again.
//
//   block 3 in a node of 4:   2 -> 1 -> 0 -> 3    then through the network, then   3 -> 0 -> 1 -> 2
//
// The chains of all blocks make two rings, one each way, so all ranks and NICs are busy. A large block goes
// in rounds: while one is in the network, the node sums the next one and shares the one before.
//
// Cost: 2(g-1) (alpha + S/g beta) in the node of g ranks, 2 alpha' + S/g beta' through each NIC.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/algorithms/parts/collnet.h"
#include "core/schedule/algorithm.h"

namespace commlab {

extern const Algorithm all_gather_ring;

namespace {

// A round takes longer than it takes to go along a chain, so the chain's latency counts only once.
int rounds_of(const Collective& c) {
  constexpr std::int64_t least_round = 16 << 20;
  constexpr std::int64_t most_rounds = 16;
  return static_cast<int>(std::clamp<std::int64_t>(size_of(c).count / least_round, 1, most_rounds));
}

}  // namespace

extern constinit const Algorithm all_reduce_collnet_chain = {
    .name = "collnet-chain",
    .collective = CollectiveKind::all_reduce,
    .idea =
        "A chain through each node sums each block; the network sums over the nodes; and back down the "
        "chains.",
    .cost = "2(g-1) (alpha + S/g beta) + 2 alpha' + S/g beta', n nodes of g ranks",
    .source = "NCCL 2.28, src/device/all_reduce.h, COLLNET_CHAIN; Graham et al., SHARP, COMHPC 2016",
    .supports = has_nodes_for_collnet,
    .write = [](Schedule& s) { write_collnet(s, all_gather_ring, rounds_of(s.collective())); },
    .needs = needs_of_collnet,
    .looks_at_size = true,
    .needs_multicast = true,
    .multicasts_between_nodes = true,
    .pieces = [](int, double ratio) { return std::sqrt(2 * ratio); },
};

}  // namespace commlab
