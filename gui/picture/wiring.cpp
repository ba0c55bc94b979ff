#include "gui/picture/wiring.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>
#include <tuple>

#include "core/base/numbers.h"

namespace commlab {
namespace {

// "bus0" of "busin0" and "busout0".
std::string common_name(std::string_view a, std::string_view b) {
  std::size_t front = 0, back = 0;
  while (front < std::min(a.size(), b.size()) && a[front] == b[front]) ++front;
  while (back < std::min(a.size(), b.size()) - front && a[a.size() - 1 - back] == b[b.size() - 1 - back])
    ++back;
  if (front + back == 0) return std::string(a);
  return std::string(a.substr(0, front)) + std::string(a.substr(a.size() - back));
}

// "node3.pcie0" is in node 3, and called pcie0 there; a GPU's number says its node.
Box box_of(const Topology& topology, NodeId id) {
  const Node& node = topology.nodes[id];
  if (topology.per_node == 0) return {node.name, node.type, node.type == NodeType::network_switch ? -1 : 0};
  if (node.type == NodeType::gpu) return {node.name, node.type, id / topology.per_node};
  const std::size_t dot = node.name.find('.');
  if (!node.name.starts_with("node") || dot == node.name.npos) return {node.name, node.type, -1};
  const auto number = parse_number<int>(std::string_view(node.name).substr(4, dot - 4));
  return {node.name.substr(dot + 1), node.type, number.value_or(-1)};
}

template <class Value>
void add_once(std::vector<Value>& values, const Value& value) {
  if (std::ranges::find(values, value) == values.end()) values.push_back(value);
}

// Links between PCIe switches that lead one way only: a bus.
std::vector<Link> one_way_links(const Topology& topology) {
  std::set<std::pair<NodeId, NodeId>> directed;
  for (const Link& link : topology.links) directed.emplace(link.from, link.to);
  std::vector<Link> one_way;
  for (const Link& link : topology.links)
    if (topology.nodes[link.from].type == NodeType::pcie_switch &&
        topology.nodes[link.to].type == NodeType::pcie_switch && !directed.contains({link.to, link.from}))
      one_way.push_back(link);
  return one_way;
}

// One for each node; of two that a bus joins, one for both.
void add_boxes(Wiring& wiring, const Topology& topology) {
  std::map<NodeId, NodeId> second_of;  // of two nodes that are one box
  std::set<NodeId> seconds;
  for (const Link& link : one_way_links(topology)) {
    second_of[link.from] = link.to;
    add_once(wiring.buses, link.bandwidth);
  }
  for (const auto& [first, second] : second_of) seconds.insert(second);
  wiring.box_of.assign(topology.nodes.size(), -1);
  for (NodeId id = 0; id < static_cast<NodeId>(topology.nodes.size()); ++id) {
    if (seconds.contains(id)) continue;
    wiring.box_of[id] = static_cast<int>(wiring.boxes.size());
    wiring.boxes.push_back(box_of(topology, id));
    const auto second = second_of.find(id);
    if (second == second_of.end()) continue;
    wiring.box_of[second->second] = wiring.box_of[id];
    wiring.boxes.back().name = common_name(wiring.boxes.back().name, box_of(topology, second->second).name);
  }
}

void add_wires(Wiring& wiring, const Topology& topology) {
  std::map<std::tuple<int, int, LinkType>, int> drawn;
  for (const Link& link : topology.links) {
    const auto [a, b] = std::minmax(wiring.box_of[link.from], wiring.box_of[link.to]);
    wiring.wire_of.push_back(-1);
    if (a < 0 || a == b) continue;
    const auto [found, is_new] = drawn.emplace(std::tuple(a, b, link.type), wiring.wires.size());
    wiring.wire_of.back() = found->second;
    if (!is_new) continue;
    wiring.wires.push_back({a, b, link.type, link.bandwidth, link.lanes});
    add_once(wiring.kinds, WireKind{link.type, link.bandwidth, link.lanes});
  }
}

}  // namespace

std::vector<int> Wiring::boxes_of(int node, NodeType type) const {
  std::vector<int> found;
  for (int box = 0; box < static_cast<int>(boxes.size()); ++box)
    if (boxes[box].node == node && boxes[box].type == type) found.push_back(box);
  return found;
}

std::vector<int> Wiring::neighbours(int box, NodeType type) const {
  std::vector<int> found;
  for (const Wire& wire : wires) {
    if (wire.a == box && boxes[wire.b].type == type) found.push_back(wire.b);
    if (wire.b == box && boxes[wire.a].type == type) found.push_back(wire.a);
  }
  return found;
}

Wiring wiring_of(const Topology& topology) {
  Wiring wiring;
  if (topology.per_node > 0) wiring.nodes = topology.gpus / topology.per_node;
  add_boxes(wiring, topology);
  add_wires(wiring, topology);
  std::ranges::stable_sort(wiring.kinds, [](const WireKind& x, const WireKind& y) {
    return std::tuple(x.type, -x.bandwidth.bytes_per_second) <
           std::tuple(y.type, -y.bandwidth.bytes_per_second);
  });
  return wiring;
}

Wiring part_of_wiring(const Wiring& whole, const std::vector<bool>& kept_boxes,
                      const std::vector<bool>& kept_wires) {
  Wiring part{.boxes = {}, .wires = {}, .kinds = whole.kinds, .buses = whole.buses, .nodes = whole.nodes};
  std::vector<int> new_box(whole.boxes.size(), -1);
  std::vector<int> new_wire(whole.wires.size(), -1);
  for (std::size_t box = 0; box < whole.boxes.size(); ++box) {
    if (!kept_boxes[box]) continue;
    new_box[box] = static_cast<int>(part.boxes.size());
    part.boxes.push_back(whole.boxes[box]);
  }
  for (std::size_t i = 0; i < whole.wires.size(); ++i) {
    if (!kept_wires[i]) continue;
    new_wire[i] = static_cast<int>(part.wires.size());
    Wire wire = whole.wires[i];
    wire.a = new_box[wire.a];
    wire.b = new_box[wire.b];
    assert(wire.a >= 0 && wire.b >= 0 && "a wire that stays keeps both ends");
    part.wires.push_back(wire);
  }
  for (const int box : whole.box_of) part.box_of.push_back(box < 0 ? -1 : new_box[box]);
  for (const int wire : whole.wire_of) part.wire_of.push_back(wire < 0 ? -1 : new_wire[wire]);
  return part;
}

}  // namespace commlab
