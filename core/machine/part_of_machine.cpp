#include "core/machine/part_of_machine.h"

#include <algorithm>
#include <cassert>
#include <set>

#include "core/base/index.h"

namespace commlab {

int gpus_of_each_node(const Topology& topology, const std::vector<NodeId>& gpus) {
  const int all = static_cast<int>(gpus.size());
  if (topology.per_node == 0) return all;
  const auto node_of = [&](int i) { return gpus[index(i)] / topology.per_node; };
  int each = 0;
  while (each < all && node_of(each) == node_of(0)) ++each;
  std::set<NodeId> nodes;
  for (int first = 0; first < all; first += each) {
    if (!nodes.insert(node_of(first)).second) return 0;
    for (int i = first; i < std::min(first + each, all); ++i)
      if (node_of(i) != node_of(first)) return 0;
  }
  return each;
}

Machine part_of(const Machine& whole, const std::vector<NodeId>& gpus) {
  assert(std::set(gpus.begin(), gpus.end()).size() == gpus.size() && "distinct GPUs");
  assert(std::ranges::all_of(gpus, [&](NodeId g) { return 0 <= g && g < whole.topology.gpus; }));
  const Topology& all = whole.topology;
  constexpr NodeId gone = -1;
  Machine part = whole;
  Topology& topology = part.topology;
  const int each = gpus_of_each_node(all, gpus);
  topology.per_node = each < static_cast<int>(gpus.size()) ? each : 0;
  topology.gpus = 0;
  topology.nodes.clear();
  topology.links.clear();

  std::vector<NodeId> place(all.nodes.size(), gone);
  for (std::size_t i = 0; i < gpus.size(); ++i)
    place[gpus[i]] = topology.add(fmt::format("gpu{}", i), NodeType::gpu);
  for (std::size_t n = 0; n < all.nodes.size(); ++n)
    if (all.nodes[n].type != NodeType::gpu) place[n] = topology.add(all.nodes[n].name, all.nodes[n].type);
  for (Link link : all.links) {
    link.from = place[link.from];
    link.to = place[link.to];
    if (link.from != gone && link.to != gone) topology.links.push_back(link);
  }
  return part;
}

}  // namespace commlab
