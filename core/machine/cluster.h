#pragma once
// A cluster: several equal nodes whose NICs meet in a network of switches.
//
//   gpu0 - pcie0 - nic0 ---.          .--- nic0 - pcie0 - gpu8
//   gpu1 - pcie1 - nic1 --- leaf(s) --- nic1 - pcie1 - gpu9       2x dgx-h100: node 0 | node 1
//   ...                       |  ...
//                           spine                                 where there are several leaves
//
// The NICs are those of the node's topology. If fewer are asked for, neighbouring NICs become one. If the
// node has none, NICs are joined to its GPUs: one NIC per GPU, or evenly shared.

#include <string_view>

#include "core/base/error.h"
#include "core/machine/machine.h"

namespace commlab {

// "400G": a NIC sold as 400 Gb/s, of which messages get 96 % (of 100, 200, 400 G: 12, 24, 48 GB/s, the
// plateau of published NCCL runs over several nodes). "400Gb/s" and "50GB/s" are taken as they are.
Result<Bandwidth> parse_nic(std::string_view text);
constexpr Bandwidth nic_sold_as(std::int64_t megabits_per_second) { return {megabits_per_second * 120'000}; }

// Values that `network` does not give are taken from the node. Errors do not name the cluster: the caller
// does.
Result<Machine> cluster_of(const Machine& node, int nodes, const Interconnect& network);

}  // namespace commlab
