// Boxes in rows, above or below the boxes that they hang on: a PCIe tree, and each node of a cluster.

#include <algorithm>
#include <climits>
#include <cmath>
#include <map>
#include <numeric>

#include "gui/picture/arrangement.h"
#include "gui/window/topology/placer/boxes.h"
#include "gui/window/topology/placer/network.h"
#include "gui/window/topology/placer/placer.h"
#include "gui/window/topology/wiring.h"

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
  return !groups_.boxes.empty() && !layout_.wiring.boxes_of(0, NodeType::nvswitch).empty();
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
    // Arcs are on one side of the GPUs; the boxes that the GPUs hang on are on the other side.
    const double share = gpus && plan.arcs ? (upside_down ? 0.25 : 0.75) : 0.5;
    place_row(row, plan, area, y + high * share, gpus && plan.arcs ? high / 2 : high);
    y += high;
  }
  arcs_ = upside_down ? ArcSide::below : ArcSide::above;
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
        std::max(1.0, std::min({wanted_radius(layout_), 0.42 * slot, (has_low_nodes() ? 0.33 : 0.3) * high}));
    layout_.radius = layout_.radius > 0 ? std::min(layout_.radius, radius) : radius;
    for (std::size_t i = 0; i < row.size(); ++i) put_gpu(layout_, row[i], {xs[i], y});
    return;
  }
  const double thick =
      labelled_ ? std::min(layout_.letters + 5, 0.5 * high) : std::clamp(0.4 * high, 5.0, 16.0);
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (box(row[i]).type == NodeType::nvswitch) {
      put_bar(layout_, row[i], area.x + 2, area.right() - 2, y, thick);
      continue;
    }
    const double wanted = labelled_ ? text_width(layout_, box(row[i]).name) + 10 : 14;
    put_box(layout_, row[i], {xs[i], y}, std::min(wanted, 0.86 * slot), thick);
    name_inside(row[i]);
  }
  name_row(row);
}

void TopologyPlacer::name_row(const std::vector<int>& row) {
  const auto leftmost = std::ranges::min_element(row, {}, [&](int id) { return layout_.places[id].area.x; });
  const BoxPlace& placed = layout_.places[*leftmost];
  if (!labelled_ || std::ranges::any_of(row, [&](int id) { return !layout_.places[id].name.empty(); }))
    return;
  const double room = placed.area.x - area_.x - 12;
  for (const char* name : plural_of(box(row[0]).type)) {
    const double width = text_width(layout_, name);
    if (width > room || placed.area.x - 12 - area_.x > name_strip(layout_) + 12) continue;
    name_box(layout_, *leftmost, name, {placed.area.x - 10 - width / 2, placed.area.center().y});
    return;
  }
}

void TopologyPlacer::name_inside(int id) {
  const Area& area = layout_.places[id].area;
  const double width = text_width(layout_, box(id).name);
  if (!labelled_ || width + 4 > area.width || area.height < layout_.letters + 1) return;
  name_box(layout_, id, box(id).name, area.center());
}

}  // namespace commlab
