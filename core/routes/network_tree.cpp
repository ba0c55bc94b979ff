#include "core/routes/network_tree.h"

#include <algorithm>

namespace commlab {

NetworkTrees::NetworkTrees(const Topology& topology) : topology_(topology), router_(topology) {}

template <class WayOf>
std::optional<NetworkTree> NetworkTrees::tree(Rank by, std::span<const Rank> gpus, WayOf way_of) {
  if (!topology_.sharp) return std::nullopt;
  NetworkTree tree;
  for (const Rank gpu : gpus) {
    if (gpu == by) continue;
    const Result<std::vector<LinkId>> way = way_of(gpu);
    const auto reaches_switch = [&](LinkId id) {
      return topology_.nodes[topology_.links[id].to].type == NodeType::network_switch;
    };
    if (!way || std::ranges::none_of(*way, reaches_switch)) return std::nullopt;
    Time latency;
    for (const LinkId id : *way) latency += topology_.links[id].latency;
    tree.latency = std::max(tree.latency, Time{(latency.ps + 1) / 2});
    tree.links.insert(tree.links.end(), way->begin(), way->end());
  }
  std::ranges::sort(tree.links);
  const auto twice = std::ranges::unique(tree.links);
  tree.links.erase(twice.begin(), twice.end());
  return tree;
}

std::optional<NetworkTree> NetworkTrees::load(Rank by, std::span<const Rank> gpus) {
  return tree(by, gpus, [&](Rank gpu) { return router_.route(gpu, by); });
}

std::optional<NetworkTree> NetworkTrees::store(Rank by, std::span<const Rank> gpus) {
  return tree(by, gpus, [&](Rank gpu) { return router_.route(by, gpu); });
}

bool NetworkTrees::join(std::span<const Rank> gpus) {
  return !gpus.empty() && load(gpus.front(), gpus) && store(gpus.front(), gpus);
}

}  // namespace commlab
