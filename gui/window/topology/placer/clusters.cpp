// Clusters: nodes around the network that joins them, its switches as bars in between.

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/topology/placer/boxes.h"
#include "gui/window/topology/placer/placer.h"

namespace commlab {

void TopologyPlacer::place_cluster() {
  const RowPlan plan = plan_rows(groups_.boxes[0]);
  double weights = 0;
  for (const std::vector<int>& row : plan.rows) weights += weight_of(row, plan.arcs);
  const int nodes = static_cast<int>(groups_.boxes.size());
  const double strip = network_strip();  // room for a bar's name, left of what it joins
  const double gap = groups_.under_leaves ? strip + 16 : 10 + layout_.letters * 0.3;
  Area area = area_;
  area.x += strip;
  area.width -= strip;
  const auto unit = [&](int rows) {
    const int columns = (nodes + rows - 1) / rows;
    return std::min(((area.width - gap * (columns - 1)) / columns - 16) / plan.most,
                    (area.height - band_height(rows)) / rows / weights);
  };
  const int rows = unit(2) > unit(1) ? 2 : 1;
  const int columns = (nodes + rows - 1) / rows;
  const double band = band_height(rows);
  const double width = (area.width - gap * (columns - 1)) / columns;
  const double height = (area.height - band) / rows;
  for (int node = 0; node < nodes; ++node) {
    const bool above = rows == 2 && node < columns;
    const Area tile = {area.x + (width + gap) * (node % columns), above ? area.y : area.bottom() - height,
                       width, height};
    place_node(node, tile, above);
  }
  for (const auto& group : groups_.boxes)  // all get the size of the smallest
    for (const int id : group)
      if (box(id).type == NodeType::gpu) put_gpu(layout_, id, layout_.places[id].area.center());
  place_network({area_.x, rows == 2 ? area_.y + height : area_.y, area_.width, band});
  if (rows == 2) arcs_ = ArcSide::outside;
}

void TopologyPlacer::place_node(int node, const Area& tile, bool above) {
  if (groups_.under_leaves) {
    place_rows(groups_.boxes[node], tile, !above);
    return;
  }
  Area inside = tile.inset(4);
  const double title = labelled_ ? layout_.letters * 1.4 : 0;
  inside.height -= title;
  if (above) inside.y += title;
  place_rows(groups_.boxes[node], inside, !above);
  const std::string name = fmt::format("node {}", node);
  const double y = above ? tile.y + layout_.letters * 0.9 : tile.bottom() - layout_.letters * 0.9;
  const double used = text_width(layout_, name) + 16;
  layout_.tiles.push_back(
      {labelled_ && used < tile.width ? name : "", tile, {tile.x + 8 + text_width(layout_, name) / 2, y}});
  const std::vector<int> switches = layout_.wiring.boxes_of(node, NodeType::nvswitch);
  if (!labelled_ || switches.size() != 1) return;
  const double width = text_width(layout_, box(switches[0]).name);
  if (used + width + 16 > tile.width) return;
  name_box(layout_, switches[0], box(switches[0]).name, {tile.right() - 8 - width / 2, y});
}

double TopologyPlacer::network_strip() const {
  double widest = 0;
  for (const Box& box : layout_.wiring.boxes)
    if (labelled_ && box.type == NodeType::network_switch)
      widest = std::max(widest, text_width(layout_, box.name) + 14);
  return widest;
}

bool TopologyPlacer::is_leaf(int id) const {
  return !layout_.wiring.neighbours(id, NodeType::nic).empty() ||
         !layout_.wiring.neighbours(id, NodeType::gpu).empty();
}

double TopologyPlacer::band_height(int rows) const {
  int leaves = 0, spines = 0;
  for (int id = 0; id < static_cast<int>(layout_.wiring.boxes.size()); ++id)
    if (box(id).type == NodeType::network_switch) ++(is_leaf(id) ? leaves : spines);
  const int lanes = spines + (groups_.under_leaves ? std::min(rows, leaves) : std::min(leaves, 8));
  return std::min(0.45 * area_.height, lanes * lane_height() + layout_.token);
}

TopologyPlacer::Reach TopologyPlacer::reach_of(int leaf, const Area& band) const {
  Reach reach;
  for (const NodeType type : {NodeType::nic, NodeType::gpu})
    for (const int end : layout_.wiring.neighbours(leaf, type)) {
      const Area& area = layout_.places[end].area;
      reach.left = std::min(reach.left, area.x);
      reach.right = std::max(reach.right, area.right());
      (area.y < band.y ? reach.above : reach.below) = true;
    }
  reach.left = std::max(area_.x, reach.left - network_strip());
  return reach;
}

std::vector<TopologyPlacer::NetworkLane> TopologyPlacer::lanes_of_network(const Area& band) const {
  std::vector<NetworkLane> lanes;
  std::vector<int> spines;
  for (int id = 0; id < static_cast<int>(layout_.wiring.boxes.size()); ++id) {
    if (box(id).type != NodeType::network_switch) continue;
    if (!is_leaf(id)) {
      spines.push_back(id);
      continue;
    }
    const Reach reach = reach_of(id, band);
    const NetworkLane::Side side = !reach.above  ? NetworkLane::below
                                   : reach.below ? NetworkLane::both
                                                 : NetworkLane::above;
    auto lane = std::ranges::find_if(lanes, [&](const NetworkLane& lane) {
      return lane.side == side && lane.bars.back().right + 6 < reach.left;
    });
    if (lane == lanes.end()) lane = lanes.insert(lanes.end(), NetworkLane{.side = side});
    lane->bars.push_back({id, reach.left, reach.right});
  }
  for (const int spine : spines)
    lanes.push_back({.side = NetworkLane::spine, .bars = {{spine, area_.x, area_.right()}}});
  std::ranges::stable_sort(lanes, {}, &NetworkLane::side);
  return lanes;
}

void TopologyPlacer::place_network(const Area& band) {
  const std::vector<NetworkLane> lanes = lanes_of_network(band);
  const double margin = 0.5 * layout_.token;
  const double step =
      (band.height - 2 * margin) / static_cast<double>(std::max<std::size_t>(lanes.size(), 1));
  const double thick = std::min(bar_thickness(), 0.8 * step);
  for (std::size_t i = 0; i < lanes.size(); ++i)
    for (const auto& [id, left, right] : lanes[i].bars) {
      put_bar(layout_, id, left, right, band.y + margin + step * (static_cast<double>(i) + 0.5), thick);
      if (!labelled_ || thick < layout_.letters + 2) continue;
      const double middle = left + 6 + text_width(layout_, box(id).name) / 2;
      name_box(layout_, id, box(id).name, {middle, layout_.places[id].area.center().y});
    }
}

}  // namespace commlab
