#include "gui/window/topology/wiring.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace commlab {
namespace {

using WireClass = std::tuple<LinkType, NodeType, NodeType>;

// Of a run of which one group of ranks was recorded: the boxes of their nodes, and the switches of the
// network that their messages use.
std::vector<bool> boxes_of_group(const Trace& trace, const Topology& topology, const Wiring& whole) {
  const RankRange group = trace.recorded_ranks();
  const int per_node = std::max(1, topology.per_node);
  const int first_node = group.first / per_node, last_node = (group.first + group.ranks - 1) / per_node;
  std::vector<bool> kept;
  for (const Box& box : whole.boxes)
    kept.push_back(box.node >= 0 &&
                   (topology.per_node == 0 || (box.node >= first_node && box.node <= last_node)));
  for (NodeId gpu = 0; gpu < topology.gpus; ++gpu) kept[whole.box_of[gpu]] = group.has(gpu);
  for (const std::vector<LinkId>& route : trace.routes)
    for (const LinkId link : route)
      for (const NodeId end : {topology.links[link].from, topology.links[link].to})
        if (const int box = whole.box_of[end]; whole.boxes[box].node < 0) kept[box] = true;
  return kept;
}

}  // namespace

Topology topology_of(const Trace& trace) {
  if (trace.topology.gpus >= trace.collective.ranks) return trace.topology;
  Topology ranks;
  for (Rank rank = 0; rank < trace.collective.ranks; ++rank)
    ranks.add(fmt::format("gpu{}", rank), NodeType::gpu);
  return ranks;
}

Wiring shown_part(const Trace& trace, const Topology& topology) {
  const Wiring whole = wiring_of(topology);
  const auto class_of = [&](const Wire& wire) {
    const auto [a, b] = std::minmax(whole.boxes[wire.a].type, whole.boxes[wire.b].type);
    return WireClass(wire.type, a, b);
  };
  std::set<WireClass> used;
  for (const std::vector<LinkId>& route : trace.routes)
    for (const LinkId link : route)
      if (whole.wire_of[link] >= 0) used.insert(class_of(whole.wires[whole.wire_of[link]]));
  const bool has_nvlink =
      std::ranges::any_of(whole.wires, [](const Wire& wire) { return wire.type == LinkType::nvlink; });

  std::vector<bool> kept_wires, kept_boxes(whole.boxes.size(), false);
  for (const Wire& wire : whole.wires) {
    const bool to_nic =
        whole.boxes[wire.a].type == NodeType::nic || whole.boxes[wire.b].type == NodeType::nic;
    const bool kept = wire.type == LinkType::nvlink || wire.type == LinkType::network ||
                      used.contains(class_of(wire)) || (!has_nvlink && !to_nic);
    kept_wires.push_back(kept);
    if (kept) kept_boxes[wire.a] = kept_boxes[wire.b] = true;
  }
  for (NodeId gpu = 0; gpu < topology.gpus; ++gpu) kept_boxes[whole.box_of[gpu]] = true;
  if (!trace.recorded) return part_of_wiring(whole, kept_boxes, kept_wires);

  const std::vector<bool> of_group = boxes_of_group(trace, topology, whole);
  for (std::size_t box = 0; box < kept_boxes.size(); ++box) kept_boxes[box] = kept_boxes[box] && of_group[box];
  for (std::size_t i = 0; i < kept_wires.size(); ++i)
    kept_wires[i] = kept_wires[i] && of_group[whole.wires[i].a] && of_group[whole.wires[i].b];
  Wiring part = part_of_wiring(whole, kept_boxes, kept_wires);
  const int first_node = topology.per_node > 0 ? trace.recorded->first / topology.per_node : 0;
  part.nodes = topology.per_node > 0 ? std::max(1, trace.recorded->ranks / topology.per_node) : 1;
  for (Box& box : part.boxes)
    if (box.node >= 0) box.node -= first_node;
  return part;
}

std::vector<bool> two_way_wires(const Trace& trace, const Wiring& wiring) {
  std::vector<int> directions(wiring.wires.size(), 0);
  for (const std::vector<LinkId>& route : trace.routes)
    for (const LinkId link : route) {
      const int wire = wiring.wire_of[link];
      if (wire < 0) continue;
      directions[wire] |= wiring.box_of[trace.topology.links[link].from] == wiring.wires[wire].a ? 1 : 2;
    }
  std::vector<bool> both;
  for (const int seen : directions) both.push_back(seen == 3);
  return both;
}

std::vector<int> lattice_sides(const Wiring& wiring) {
  const int n = static_cast<int>(wiring.boxes.size());
  std::set<std::pair<int, int>> joined;
  for (const Wire& wire : wiring.wires) joined.emplace(wire.a, wire.b);
  std::vector<int> sides;
  for (int stride = 1; stride < n;) {
    int side = 1;
    while (side * stride < n && joined.contains({(side - 1) * stride, side * stride})) ++side;
    if (side == 1 || n % (side * stride) != 0) return {};
    sides.insert(sides.begin(), side);
    stride *= side;
  }
  if (sides.size() < 2) return {};
  // Each wire must lead one step along one side, or from its end round to its beginning.
  for (const auto& [a, b] : joined) {
    int stride = n;
    bool fits = false;
    for (const int side : sides) {
      stride /= side;
      const int from = a / stride % side, to = b / stride % side;
      fits = fits || (b - a == (to - from) * stride && (to - from == 1 || (from == 0 && to == side - 1)));
    }
    if (!fits) return {};
  }
  return sides;
}

std::vector<const char*> plural_of(NodeType type) {
  switch (type) {
    case NodeType::nic: return {"NICs"};
    case NodeType::pcie_switch: return {"PCIe switches", "PCIe"};
    case NodeType::cpu: return {"CPUs"};
    default: return {};
  }
}

}  // namespace commlab
