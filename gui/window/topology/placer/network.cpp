#include "gui/window/topology/placer/network.h"

#include <algorithm>
#include <cmath>

#include "gui/window/topology/placer/boxes.h"

namespace commlab {
namespace {

std::vector<int> network_switches(const Wiring& wiring) {
  std::vector<int> found;
  for (int id = 0; id < static_cast<int>(wiring.boxes.size()); ++id)
    if (wiring.boxes[id].type == NodeType::network_switch) found.push_back(id);
  return found;
}

// A leaf switch joins NICs or GPUs; a spine switch joins only switches.
bool is_leaf(const Wiring& wiring, int id) {
  return !wiring.neighbours(id, NodeType::nic).empty() || !wiring.neighbours(id, NodeType::gpu).empty();
}

double bar_thickness(const TopologyLayout& layout) {
  return layout.detail == TopologyDetail::labelled ? layout.letters + 6 : 8;
}

// How far the boxes that a leaf switch joins extend, and on which sides of the network they stand.
struct LeafReach {
  double left = INFINITY;
  double right = -INFINITY;
  bool above = false;
  bool below = false;
};

LeafReach reach_of(const TopologyLayout& layout, int leaf, const Area& band) {
  LeafReach reach;
  for (const NodeType type : {NodeType::nic, NodeType::gpu})
    for (const int end : layout.wiring.neighbours(leaf, type)) {
      const Area& area = layout.places[end].area;
      reach.left = std::min(reach.left, area.x);
      reach.right = std::max(reach.right, area.right());
      (area.y < band.y ? reach.above : reach.below) = true;
    }
  reach.left = std::max(room_for_boxes(layout).x, reach.left - name_strip(layout));
  return reach;
}

// Switches that stand side by side.
struct NetworkLane {
  struct Bar {
    int id;
    double left;
    double right;
  };
  enum Side { above, spine, both, below } side;  // from the top; `both`: joins groups above and below
  std::vector<Bar> bars{};
};

// Leaf switches have lanes of their own where they overlap; the spine is in the middle, or on top.
std::vector<NetworkLane> lanes_of_network(const TopologyLayout& layout, const Area& band) {
  std::vector<NetworkLane> lanes;
  std::vector<int> spines;
  for (const int id : network_switches(layout.wiring)) {
    if (!is_leaf(layout.wiring, id)) {
      spines.push_back(id);
      continue;
    }
    const LeafReach reach = reach_of(layout, id, band);
    const NetworkLane::Side side = !reach.above  ? NetworkLane::below
                                   : reach.below ? NetworkLane::both
                                                 : NetworkLane::above;
    auto lane = std::ranges::find_if(lanes, [&](const NetworkLane& lane) {
      return lane.side == side && lane.bars.back().right + 6 < reach.left;
    });
    if (lane == lanes.end()) lane = lanes.insert(lanes.end(), NetworkLane{.side = side});
    lane->bars.push_back({id, reach.left, reach.right});
  }
  const Area room = room_for_boxes(layout);
  for (const int spine : spines)
    lanes.push_back({.side = NetworkLane::spine, .bars = {{spine, room.x, room.right()}}});
  std::ranges::stable_sort(lanes, {}, &NetworkLane::side);
  return lanes;
}

}  // namespace

double name_strip(const TopologyLayout& layout) {
  if (layout.detail != TopologyDetail::labelled) return 0;
  double widest = 0;
  for (const int id : network_switches(layout.wiring))
    widest = std::max(widest, text_width(layout, layout.wiring.boxes[id].name) + 14);
  return widest;
}

double network_height(const TopologyLayout& layout, const BoxGroups& groups, int rows) {
  int leaves = 0, spines = 0;
  for (const int id : network_switches(layout.wiring)) ++(is_leaf(layout.wiring, id) ? leaves : spines);
  const int lanes = spines + (groups.under_leaves ? std::min(rows, leaves) : std::min(leaves, 8));
  const double lane_height = bar_thickness(layout) + layout.token + 6;
  return std::min(0.45 * room_for_boxes(layout).height, lanes * lane_height + layout.token);
}

void place_network(TopologyLayout& layout, const Area& band) {
  const std::vector<NetworkLane> lanes = lanes_of_network(layout, band);
  const double margin = 0.5 * layout.token;
  const double step =
      (band.height - 2 * margin) / static_cast<double>(std::max<std::size_t>(lanes.size(), 1));
  const double thick = std::min(bar_thickness(layout), 0.8 * step);
  const bool named = layout.detail == TopologyDetail::labelled && thick >= layout.letters + 2;
  for (std::size_t i = 0; i < lanes.size(); ++i)
    for (const auto& [id, left, right] : lanes[i].bars) {
      put_bar(layout, id, left, right, band.y + margin + step * (static_cast<double>(i) + 0.5), thick);
      if (!named) continue;
      const std::string& name = layout.wiring.boxes[id].name;
      const double middle = left + 6 + text_width(layout, name) / 2;
      name_box(layout, id, name, {middle, layout.places[id].area.center().y});
    }
}

}  // namespace commlab
