#pragma once
// The links that are crossed at once by a store to many GPUs, or by a load from many.
//
//   store by 1                load by 1
//     0   1   2   3             0   1   2   3
//      \  |  /   /               \  |  /   /        up:   from each GPU to the switch
//       \ v v   v                 v v v   v         down: from the switch to each GPU
//       [switch copies]           [switch reduces]

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/machine/machine.h"
#include "core/machine/topology.h"
#include "core/routes/adjacency.h"

namespace commlab {

struct MulticastTree {
  std::vector<LinkId> up;  // per GPU, in the requested order
  std::vector<LinkId> down;
  Time latency;  // latency of the longest way up and down
};

// The tree of the first NVSwitch that is joined to each of the GPUs both ways; nullopt if there is none, or
// if the topology's switches cannot multicast.
std::optional<MulticastTree> multicast_tree(const Topology&, const Adjacency&, std::span<const Rank> gpus);

// An error if the machine has no such tree, which the algorithm needs, and the switches of its network do not
// join the GPUs (network_tree.h) either.
Status check_multicast(const Machine&, const Adjacency&, std::span<const Rank> gpus, CollectiveKind,
                       std::string_view algorithm);

}  // namespace commlab
