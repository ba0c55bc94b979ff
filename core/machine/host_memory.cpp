#include "core/machine/host_memory.h"

#include <algorithm>
#include <map>
#include <vector>

namespace commlab {
namespace {

// The GPUs below each PCIe switch that joins several.
std::map<NodeId, std::vector<NodeId>> shared_switches(const Topology& topology) {
  std::map<NodeId, std::vector<NodeId>> below;
  for (const Link& link : topology.links)
    if (link.from < topology.gpus && topology.nodes[link.to].type == NodeType::pcie_switch)
      below[link.to].push_back(link.from);
  std::erase_if(below, [](const auto& each) { return each.second.size() < 2; });
  return below;
}

void add_host_memory(Topology& topology, const StagedCopies& staged) {
  const auto below = shared_switches(topology);
  const NodeId memory = topology.add("memory", NodeType::memory);
  std::map<NodeId, NodeId> way_of;  // of GPUs that share one
  for (const auto& [pcie_switch, gpus] : below) {
    const std::string name = topology.nodes[pcie_switch].name + ".way";
    const NodeId way = topology.add(name, NodeType::pcie_switch);
    topology.connect(way, memory, LinkType::pcie, staged.one_way, Time{});
    for (const NodeId gpu : gpus) way_of.emplace(gpu, way);
  }
  const auto join = [&](NodeId from, NodeId to, Bandwidth rate) {
    topology.links.push_back({from, to, LinkType::pcie, rate, Time{}});
  };
  for (NodeId gpu = 0; gpu < topology.gpus; ++gpu) {
    const NodeId in = topology.add(fmt::format("in{}", gpu), NodeType::pcie_switch);
    const NodeId out = topology.add(fmt::format("out{}", gpu), NodeType::pcie_switch);
    const auto shared = way_of.find(gpu);
    const NodeId above = shared == way_of.end() ? memory : shared->second;
    join(gpu, in, staged.one_way);
    join(in, out, staged.both_ways);
    join(out, gpu, staged.one_way);
    join(out, above, staged.one_way);
    join(above, in, staged.one_way);
  }
}

}  // namespace

bool shows_host_memory(const Topology& topology) {
  return std::ranges::count(topology.nodes, NodeType::memory, &Node::type) > 0;
}

Result<Machine> staged_through_memory(const Machine& machine) {
  Machine staged = machine;
  staged.topology.staged = true;
  if (shows_host_memory(machine.topology)) return staged;
  const bool is_known = machine.staged.one_way > Bandwidth{} && machine.topology.per_node == 0;
  if (!is_known)
    return fail(
        "{} has no host memory to stage through (a node of type memory), and what copies through it cost "
        "([staged]) is not known",
        machine.name);
  staged.copy.latency = machine.staged.latency;
  add_host_memory(staged.topology, machine.staged);
  return staged;
}

}  // namespace commlab
