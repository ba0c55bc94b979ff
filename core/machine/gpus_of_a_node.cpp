#include "core/machine/gpus_of_a_node.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace commlab {
namespace {

// The links for which `joins` is true divide the topology into groups. Returns how many GPUs each group
// has; 0 in the same cases as gpus_of_a_node.
int equal_groups(const Topology& topology, const std::function<bool(const Link&)>& joins) {
  std::vector<NodeId> parent(topology.nodes.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto group_of = [&](NodeId node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
  };
  for (const Link& link : topology.links) {
    if (!joins(link)) continue;
    const NodeId a = group_of(link.from), b = group_of(link.to);
    parent[std::max(a, b)] = std::min(a, b);  // so that the name of a group is its first GPU
  }
  int size = 1;
  while (size < topology.gpus && group_of(size) == 0) ++size;
  if (size == 1 || size == topology.gpus || topology.gpus % size != 0) return 0;
  for (NodeId gpu = 0; gpu < topology.gpus; ++gpu)
    if (group_of(gpu) != gpu / size * size) return 0;
  return size;
}

}  // namespace

int gpus_of_a_node(const Topology& topology) {
  if (const int size = equal_groups(topology, [](const Link& l) { return l.type != LinkType::network; }))
    return size;
  return equal_groups(topology, [&](const Link& l) {
    return topology.nodes[l.from].type == NodeType::nvswitch ||
           topology.nodes[l.to].type == NodeType::nvswitch;
  });
}

}  // namespace commlab
