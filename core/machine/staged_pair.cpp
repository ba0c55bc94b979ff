#include "core/machine/staged_pair.h"

#include <algorithm>
#include <cassert>

namespace commlab {
namespace {

bool joined(const Topology& topology, NodeId a, NodeId b) {
  return std::ranges::any_of(topology.links,
                             [&](const Link& link) { return link.from == a && link.to == b; });
}

bool share_a_pcie_switch(const Topology& topology, NodeId a, NodeId b) {
  for (NodeId node = 0; node < static_cast<NodeId>(topology.nodes.size()); ++node)
    if (topology.nodes[node].type == NodeType::pcie_switch && joined(topology, a, node) &&
        joined(topology, b, node))
      return true;
  return false;
}

}  // namespace

Machine staged_pair(const Machine& whole, NodeId a, NodeId b) {
  assert(whole.staged.one_way > Bandwidth{} && a != b);
  const StagedCopies& staged = whole.staged;
  Machine pair = whole;
  pair.copy.latency = staged.latency;
  Topology& topology = pair.topology = {};
  topology.staged = true;
  const auto join = [&](NodeId from, NodeId to, Bandwidth rate) {
    topology.links.push_back({from, to, LinkType::pcie, rate, Time{}});
  };
  for (const char* gpu : {"gpu0", "gpu1"}) topology.add(gpu, NodeType::gpu);
  const NodeId memory = topology.add("memory", NodeType::memory);
  NodeId above = memory;
  if (share_a_pcie_switch(whole.topology, a, b)) {
    above = topology.add("pcie", NodeType::pcie_switch);
    topology.connect(above, memory, LinkType::pcie, staged.one_way, Time{});
  }
  for (const NodeId gpu : {0, 1}) {
    const NodeId in = topology.add(fmt::format("in{}", gpu), NodeType::pcie_switch);
    const NodeId out = topology.add(fmt::format("out{}", gpu), NodeType::pcie_switch);
    join(gpu, in, staged.one_way);
    join(in, out, staged.both_ways);
    join(out, gpu, staged.one_way);
    join(out, above, staged.one_way);
    join(above, in, staged.one_way);
  }
  return pair;
}

}  // namespace commlab
