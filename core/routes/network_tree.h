#pragma once
// The links that are crossed at once by a store to many GPUs, or by a load from many, where the switches of
// the network copy and reduce (SHARP). Every link carries the bytes once, however many GPUs are behind it.
//
//   load by 0                         store by 0
//
//   gpu0  <- nic <- [switch reduces]      gpu0 -> nic -> [switch copies]
//   gpu8  -> nic -> [   .  .  .    ]      gpu8 <- nic <- [  .  .  .    ]
//   gpu16 -> nic -> [              ]      gpu16 <- nic <- [            ]
//
// The GPU that loads and stores stands for the switches, which sum what all GPUs send, and send the sum to
// all. What is its own crosses no link.

#include <optional>
#include <span>
#include <vector>

#include "core/collective/collective.h"
#include "core/machine/topology.h"
#include "core/routes/router.h"

namespace commlab {

struct NetworkTree {
  std::vector<LinkId> links;
  Time latency;  // half of the longest way: up to the switches, or down from them
};

class NetworkTrees {
 public:
  explicit NetworkTrees(const Topology&);  // keeps a reference

  // nullopt if the network's switches do not reduce, or if a way does not pass them.
  std::optional<NetworkTree> load(Rank by, std::span<const Rank> gpus);
  std::optional<NetworkTree> store(Rank by, std::span<const Rank> gpus);
  // Whether each of the GPUs may load and store.
  bool join(std::span<const Rank> gpus);

 private:
  template <class WayOf>
  std::optional<NetworkTree> tree(Rank by, std::span<const Rank> gpus, WayOf way_of);

  const Topology& topology_;
  Router router_;
};

}  // namespace commlab
