#include "core/machine/topology.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "core/base/nearest.h"
#include "core/base/numbers.h"

namespace commlab {

NodeId Topology::add(std::string name, NodeType type) {
  assert((type != NodeType::gpu || static_cast<int>(nodes.size()) == gpus) && "GPUs come first");
  nodes.push_back({std::move(name), type});
  if (type == NodeType::gpu) ++gpus;
  return static_cast<NodeId>(nodes.size()) - 1;
}

void Topology::connect(NodeId a, NodeId b, LinkType type, Bandwidth bandwidth, Time latency, int lanes) {
  links.push_back({a, b, type, bandwidth, latency, lanes});
  links.push_back({b, a, type, bandwidth, latency, lanes});
}

std::string Topology::link_name(LinkId id) const {
  const Link& link = links[id];
  return fmt::format("{} -> {}", nodes[link.from].name, nodes[link.to].name);
}

Result<NodeId> Topology::find(std::string_view node_name) const {
  if (node_name.starts_with("gpu")) {  // most GPUs are at the index in their name
    const auto number = parse_number<std::size_t>(node_name.substr(3));
    if (number && *number < nodes.size() && nodes[*number].name == node_name)
      return static_cast<NodeId>(*number);
  }
  const auto found = std::ranges::find(nodes, node_name, &Node::name);
  if (found != nodes.end()) return static_cast<NodeId>(found - nodes.begin());

  std::vector<std::string> others;  // the nodes that are not GPUs, for the hint
  for (const Node& node : nodes)
    if (node.type != NodeType::gpu) others.push_back(node.name);
  const std::string hint = suggestion(node_name, others);
  constexpr std::size_t most_listed = 50;
  const std::size_t left_out = others.size() - std::min(others.size(), most_listed);
  others.resize(others.size() - left_out);
  return fail("unknown node '{}'{}; expected {}{}{}", node_name, hint,
              gpus == 1 ? "gpu0" : fmt::format("gpu0 to gpu{}", gpus - 1),
              others.empty() ? "" : fmt::format(" or {}", fmt::join(others, ", ")),
              left_out == 0 ? "" : fmt::format(" and {} more", left_out));
}

std::vector<NodeId> switches_that_reduce(const Topology& topology) {
  std::vector<NodeId> switches;
  for (NodeId node = topology.gpus; node < static_cast<NodeId>(topology.nodes.size()); ++node)
    if (reduces(topology, node)) switches.push_back(node);
  return switches;
}

bool reduces(const Topology& topology, NodeId node) {
  const NodeType type = topology.nodes[node].type;
  return (topology.multicast && type == NodeType::nvswitch) ||
         (topology.sharp && type == NodeType::network_switch);
}

std::string_view name_of(NodeType type) {
  switch (type) {
    case NodeType::gpu: return "gpu";
    case NodeType::nvswitch: return "nvswitch";
    case NodeType::pcie_switch: return "pcie_switch";
    case NodeType::cpu: return "cpu";
    case NodeType::memory: return "memory";
    case NodeType::nic: return "nic";
    case NodeType::network_switch: return "network_switch";
  }
  return "";
}

std::string_view name_of(LinkType type) {
  switch (type) {
    case LinkType::nvlink: return "nvlink";
    case LinkType::pcie: return "pcie";
    case LinkType::socket: return "socket";
    case LinkType::network: return "network";
    case LinkType::memory: return "memory";
    case LinkType::other: return "other";
  }
  return "";
}

}  // namespace commlab
