// Trees and clusters: rows of boxes within a node, nodes around their network, tiles of many.

#include <algorithm>
#include <climits>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "gui/picture/arrangement.h"
#include "gui/window/topology_placer.h"
#include "gui/window/topology_wiring.h"

namespace commlab {

void TopologyPlacer::place_tree() {
  std::vector<int> all(layout_.wiring.boxes.size());
  std::iota(all.begin(), all.end(), 0);
  const bool has_switch = !layout_.wiring.boxes_of(0, NodeType::nvswitch).empty();
  place_rows(all, area_.inset(4), !has_switch);
}

Wiring TopologyPlacer::wiring_within(const std::vector<int>& boxes) const {
  std::vector<bool> kept_boxes(layout_.wiring.boxes.size(), false), kept_wires;
  for (const int id : boxes) kept_boxes[id] = true;
  for (const Wire& wire : layout_.wiring.wires)
    kept_wires.push_back(kept_boxes[wire.a] && kept_boxes[wire.b]);
  Wiring within = part_of_wiring(layout_.wiring, kept_boxes, kept_wires);
  for (Box& box : within.boxes) box.node = 0;
  within.nodes = 1;
  return within;
}

TopologyPlacer::RowPlan TopologyPlacer::plan_rows(const std::vector<int>& boxes) const {
  const Wiring within = wiring_within(boxes);
  RowPlan plan;
  plan.arcs = std::ranges::any_of(within.wires, [&](const Wire& wire) {
    return within.boxes[wire.a].type == NodeType::gpu && within.boxes[wire.b].type == NodeType::gpu;
  });
  const Arrangement all = rows_of(within, plan.arcs, INT_MAX);
  std::map<double, std::vector<int>> by_height;
  double left = INFINITY, right = -INFINITY;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    by_height[all.places[i]->center.y].push_back(boxes[i]);
    left = std::min(left, all.places[i]->left());
    right = std::max(right, all.places[i]->right());
  }
  for (std::size_t i = 0; i < boxes.size(); ++i)
    plan.x[boxes[i]] = (all.places[i]->center.x - left) / (right - left);
  for (auto& [y, row] : by_height) {
    plan.most = std::max(plan.most, static_cast<double>(row.size()));
    plan.rows.push_back(std::move(row));
  }
  return plan;
}

bool TopologyPlacer::has_low_nodes() const {
  return !groups_.empty() && !layout_.wiring.boxes_of(0, NodeType::nvswitch).empty();
}

double TopologyPlacer::weight_of(const std::vector<int>& row, bool arcs) const {
  const NodeType type = box(row[0]).type;
  if (type != NodeType::gpu) return 1;
  return arcs ? 3.2 : has_low_nodes() ? 1.9 : 1.7;
}

void TopologyPlacer::place_rows(const std::vector<int>& boxes, const Area& area, bool upside_down) {
  RowPlan plan = plan_rows(boxes);
  if (upside_down) std::ranges::reverse(plan.rows);
  double weights = 0;
  for (const std::vector<int>& row : plan.rows) weights += weight_of(row, plan.arcs);
  const double unit = std::min(area.height / weights, 9 * layout_.letters);
  double y = area.center().y - unit * weights / 2;
  for (const std::vector<int>& row : plan.rows) {
    const double high = unit * weight_of(row, plan.arcs);
    const bool gpus = box(row[0]).type == NodeType::gpu;
    // Arcs are drawn on the other side of the GPUs than what they hang on.
    const double share = gpus && plan.arcs ? (upside_down ? 0.25 : 0.75) : 0.5;
    place_row(row, plan, area, y + high * share, gpus && plan.arcs ? high / 2 : high);
    y += high;
  }
  arcs_up_ = !upside_down;
}

void TopologyPlacer::place_row(const std::vector<int>& row, const RowPlan& plan, const Area& area, double y,
                               double high) {
  std::vector<double> xs;
  for (const int id : row) xs.push_back(area.x + plan.x.at(id) * area.width);
  double slot = area.width;
  std::vector<double> sorted = xs;
  std::ranges::sort(sorted);
  for (std::size_t i = 1; i < sorted.size(); ++i) slot = std::min(slot, sorted[i] - sorted[i - 1]);
  if (box(row[0]).type == NodeType::gpu) {
    const double radius =
        std::max(1.0, std::min({wanted_radius(), 0.42 * slot, (has_low_nodes() ? 0.33 : 0.3) * high}));
    layout_.radius = layout_.radius > 0 ? std::min(layout_.radius, radius) : radius;
    for (std::size_t i = 0; i < row.size(); ++i) put_gpu(row[i], {xs[i], y});
    return;
  }
  const double thick =
      labelled_ ? std::min(layout_.letters + 5, 0.5 * high) : std::clamp(0.4 * high, 5.0, 16.0);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (box(row[i]).type == NodeType::nvswitch) {
      put_bar(row[i], area.x + 2, area.right() - 2, y, thick);
      continue;
    }
    const double wanted = labelled_ ? text_width(box(row[i]).name) + 10 : 14;
    put(row[i], {xs[i], y}, std::min(wanted, 0.86 * slot), thick);
    name_box(row[i]);
  }
  name_row(row);
}

void TopologyPlacer::name_row(const std::vector<int>& row) {
  const auto leftmost = std::ranges::min_element(row, {}, [&](int id) { return layout_.stands[id].area.x; });
  Stand& stand = layout_.stands[*leftmost];
  if (!labelled_ || std::ranges::any_of(row, [&](int id) { return !layout_.stands[id].name.empty(); }))
    return;
  const double room = stand.area.x - area_.x - 12;
  for (const char* name : plural_of(box(row[0]).type)) {
    const double width = text_width(name);
    if (width > room || stand.area.x - 12 - area_.x > network_strip() + 12) continue;
    stand.name = name;
    stand.label = {stand.area.x - 10 - width / 2, stand.area.center().y};
    stand.label_width = width;
    return;
  }
}

void TopologyPlacer::name_box(int id) {
  Stand& stand = layout_.stands[id];
  const double width = text_width(box(id).name);
  if (!labelled_ || width + 4 > stand.area.width || stand.area.height < layout_.letters + 1) return;
  stand.name = box(id).name;
  stand.label = stand.area.center();
  stand.label_width = width;
}

void TopologyPlacer::place_cluster() {
  const RowPlan plan = plan_rows(groups_[0]);
  double weights = 0;
  for (const std::vector<int>& row : plan.rows) weights += weight_of(row, plan.arcs);
  const int nodes = static_cast<int>(groups_.size());
  const double strip = network_strip();  // left of what a bar joins, for its name
  const double gap = leaves_group_ ? strip + 16 : 10 + layout_.letters * 0.3;
  Area area = area_;
  area.x += strip;
  area.width -= strip;
  const auto unit = [&](int rows) {
    const int columns = (nodes + rows - 1) / rows;
    return std::min(((area.width - gap * (columns - 1)) / columns - 16) / plan.most,
                    (area.height - band_height(rows)) / rows / weights);
  };
  const int rows = unit(2) > unit(1) ? 2 : 1;
  two_sided_ = rows == 2;
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
  for (const auto& group : groups_)  // all of one size, the smallest
    for (const int id : group)
      if (box(id).type == NodeType::gpu) put_gpu(id, layout_.stands[id].area.center());
  place_network({area_.x, rows == 2 ? area_.y + height : area_.y, area_.width, band});
}

void TopologyPlacer::place_node(int node, const Area& tile, bool above) {
  if (leaves_group_) {
    place_rows(groups_[node], tile, !above);
    return;
  }
  Area inside = tile.inset(4);
  const double title = labelled_ ? layout_.letters * 1.4 : 0;
  inside.height -= title;
  if (above) inside.y += title;
  place_rows(groups_[node], inside, !above);
  const std::string name = fmt::format("node {}", node);
  const double y = above ? tile.y + layout_.letters * 0.9 : tile.bottom() - layout_.letters * 0.9;
  const double used = text_width(name) + 16;
  layout_.tiles.push_back(
      {labelled_ && used < tile.width ? name : "", tile, {tile.x + 8 + text_width(name) / 2, y}});
  const std::vector<int> switches = layout_.wiring.boxes_of(node, NodeType::nvswitch);
  if (!labelled_ || switches.size() != 1) return;
  Stand& stand = layout_.stands[switches[0]];
  const double width = text_width(box(switches[0]).name);
  if (used + width + 16 > tile.width) return;
  stand.name = box(switches[0]).name;
  stand.label = {tile.right() - 8 - width / 2, y};
  stand.label_width = width;
}

double TopologyPlacer::network_strip() const {
  double widest = 0;
  for (const Box& box : layout_.wiring.boxes)
    if (labelled_ && box.type == NodeType::network_switch)
      widest = std::max(widest, text_width(box.name) + 14);
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
  const int lanes = spines + (leaves_group_ ? std::min(rows, leaves) : std::min(leaves, 8));
  return std::min(0.45 * area_.height, lanes * lane_height() + layout_.token);
}

void TopologyPlacer::place_network(const Area& band) {
  std::vector<int> leaves, spines;
  for (int id = 0; id < static_cast<int>(layout_.wiring.boxes.size()); ++id)
    if (box(id).type == NodeType::network_switch) (is_leaf(id) ? leaves : spines).push_back(id);
  struct Lane {
    double right = -INFINITY;
    int side = 0;  // -1: joined to nodes above only, 1: below only
    std::vector<int> bars;
  };
  std::vector<Lane> lanes;
  std::map<int, std::pair<double, double>> ends;
  for (const int leaf : leaves) {
    double left = INFINITY, right = -INFINITY;
    bool above = false, below = false;
    for (const NodeType type : {NodeType::nic, NodeType::gpu})
      for (const int end : layout_.wiring.neighbours(leaf, type)) {
        const Area& area = layout_.stands[end].area;
        left = std::min(left, area.x);
        right = std::max(right, area.right());
        (area.y < band.y ? above : below) = true;
      }
    left = std::max(area_.x, left - network_strip());
    ends[leaf] = {left, right};
    const int side = above && below ? 0 : above ? -1 : 1;
    auto lane = std::ranges::find_if(
        lanes, [&](const Lane& lane) { return lane.side == side && lane.right + 6 < left; });
    if (lane == lanes.end()) lane = lanes.insert(lanes.end(), Lane{.side = side});
    lane->right = ends[leaf].second;
    lane->bars.push_back(leaf);
  }
  for (const int spine : spines) {
    ends[spine] = {area_.x, area_.right()};
    lanes.push_back({.right = area_.right(), .side = 0, .bars = {spine}});
  }
  // From the top: what is joined above, the spine, what is joined to both, what is joined below.
  const auto order = [&](const Lane& lane) {
    const bool spine = !is_leaf(lane.bars[0]);
    return lane.side < 0 ? 0 : spine ? 1 : lane.side == 0 ? 2 : 3;
  };
  std::ranges::stable_sort(lanes, {}, order);
  const double margin = 0.5 * layout_.token;
  const double step =
      (band.height - 2 * margin) / static_cast<double>(std::max<std::size_t>(lanes.size(), 1));
  const double thick = std::min(bar_thickness(), 0.8 * step);
  for (std::size_t i = 0; i < lanes.size(); ++i)
    for (const int id : lanes[i].bars) {
      const auto [left, right] = ends[id];
      put_bar(id, left, right, band.y + margin + step * (static_cast<double>(i) + 0.5), thick);
      Stand& stand = layout_.stands[id];
      const double width = text_width(box(id).name);
      if (!labelled_ || thick < layout_.letters + 2) continue;
      stand.name = box(id).name;
      stand.label = {left + 6 + width / 2, stand.area.center().y};
      stand.label_width = width;
    }
}

void TopologyPlacer::place_tiles() {
  const int nodes = static_cast<int>(groups_.size());
  const auto shape = [&](int columns) {
    const int rows = (nodes + columns - 1) / columns;
    return std::pair(area_.width / columns, area_.height / rows);
  };
  int columns = 1;
  for (int tried = 1; tried <= nodes; ++tried) {
    const auto [w, h] = shape(tried);
    const auto [best_w, best_h] = shape(columns);
    if (std::min(w, h * 1.3) > std::min(best_w, best_h * 1.3)) columns = tried;
  }
  const auto [wide, high] = shape(columns);
  const double gap = std::min(10.0, 0.14 * std::min(wide, high));
  layout_.tile_of.assign(static_cast<std::size_t>(gpus()), 0);
  double least = INFINITY;
  for (int node = 0; node < nodes; ++node) {
    // Every other row from right to left: what goes from node to node has a short way.
    const int row = node / columns, along = node % columns;
    const Area tile = {area_.x + wide * (row % 2 == 0 ? along : columns - 1 - along) + gap / 2,
                       area_.y + high * row + gap / 2, wide - gap, high - gap};
    const std::string name = leaves_group_                ? fmt::format("leaf {}", node)
                             : wide > 7 * layout_.letters ? fmt::format("node {}", node)
                                                          : fmt::format("{}", node);
    const bool fits = text_width(name) + 6 < tile.width && tile.height > 3 * layout_.letters;
    Area inside = tile.inset(std::min(5.0, 0.1 * tile.width));
    if (fits) {
      inside.y += layout_.letters * 1.1;
      inside.height -= layout_.letters * 1.1;
    }
    layout_.tiles.push_back({fits ? name : "", tile, {tile.center().x, tile.y + layout_.letters * 0.75}});
    std::vector<int> mine;
    for (const int id : groups_[node])
      if (box(id).type == NodeType::gpu) mine.push_back(id);
    const int across = std::max(1, static_cast<int>(std::round(std::sqrt(static_cast<double>(mine.size()) *
                                                                         inside.width / inside.height))));
    const int down = (static_cast<int>(mine.size()) + across - 1) / across;
    const double cell = std::min(inside.width / across, inside.height / down);
    least = std::min(least, cell);
    const PicturePoint corner = {inside.center().x - cell * across / 2, inside.center().y - cell * down / 2};
    for (int i = 0; i < static_cast<int>(mine.size()); ++i) {
      layout_.tile_of[mine[i]] = node;
      put(mine[i], {corner.x + cell * (i % across + 0.5), corner.y + cell * (i / across + 0.5)}, 0.86 * cell,
          0.86 * cell);
    }
  }
  layout_.radius = 0.43 * least;
}

}  // namespace commlab
