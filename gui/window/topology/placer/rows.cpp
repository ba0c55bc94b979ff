#include "gui/window/topology/placer/rows.h"

#include <algorithm>
#include <cassert>
#include <climits>
#include <cmath>
#include <numeric>

#include "gui/picture/arrangement.h"
#include "gui/window/topology/placer/boxes.h"
#include "gui/window/topology/placer/network.h"
#include "gui/window/topology/wiring.h"

namespace commlab {
namespace {

// The boxes and the wires between them, as one node. Network switches stay outside of it, below its rows.
Wiring wiring_within(const Wiring& whole, const std::vector<int>& boxes) {
  std::vector<bool> kept_boxes(whole.boxes.size(), false), kept_wires;
  for (const int id : boxes) kept_boxes[id] = true;
  for (const Wire& wire : whole.wires) kept_wires.push_back(kept_boxes[wire.a] && kept_boxes[wire.b]);
  Wiring within = part_of_wiring(whole, kept_boxes, kept_wires);
  for (Box& box : within.boxes) box.node = box.type == NodeType::network_switch ? -1 : 0;
  within.nodes = 1;
  return within;
}

double weight_of(NodeType type, int chunks, bool arcs, bool low) {
  if (type != NodeType::gpu) return 1;
  const double for_chunks = std::min(0.35 * chunks, 2.5);
  return for_chunks + (arcs ? 3.2 : low ? 1.9 : 1.7);
}

// Writes a name in the middle of its box, if there is room.
void name_inside(TopologyLayout& layout, int id) {
  const Area& area = layout.places[id].area;
  const std::string& name = layout.wiring.boxes[id].name;
  const bool labelled = layout.detail == TopologyDetail::labelled;
  if (!labelled || text_width(layout, name) + 4 > area.width || area.height < layout.letters + 1) return;
  name_box(layout, id, name, area.center());
}

// If none of the boxes has room for its name, one name for all of them stands left of the first node.
void name_row(TopologyLayout& layout, const RowPlan::Row& row) {
  const auto leftmost =
      std::ranges::min_element(row.boxes, {}, [&](int id) { return layout.places[id].area.x; });
  const Area& area = layout.places[*leftmost].area;
  if (layout.detail != TopologyDetail::labelled ||
      std::ranges::any_of(row.boxes, [&](int id) { return !layout.places[id].name.empty(); }))
    return;
  const double left = room_for_boxes(layout).x;
  for (const char* name : plural_of(row.type)) {
    const double width = text_width(layout, name);
    if (width > area.x - left - 12 || area.x - 12 - left > name_strip(layout) + 12) continue;
    name_box(layout, *leftmost, name, {area.x - 10 - width / 2, area.center().y});
    return;
  }
}

void place_row(TopologyLayout& layout, const RowPlan::Row& row, const RowPlan& plan, const Area& area,
               double y, double high) {
  std::vector<double> xs;
  for (const int id : row.boxes) xs.push_back(area.x + plan.x.at(id) * area.width);
  double slot = area.width;
  std::vector<double> sorted = xs;
  std::ranges::sort(sorted);
  for (std::size_t i = 1; i < sorted.size(); ++i) slot = std::min(slot, sorted[i] - sorted[i - 1]);
  if (row.type == NodeType::gpu) {
    const double least_way = (plan.low ? 1.5 : 2) * layout.token;  // of messages, above and below together
    const bool buffers =
        choose_grid(layout, [&](double w, double h) { return w <= 0.86 * slot && h <= high - least_way; });
    const double radius =
        std::max(1.0, std::min({wanted_radius(layout), 0.42 * slot, (plan.low ? 0.33 : 0.3) * high}));
    if (!buffers) layout.radius = layout.radius > 0 ? std::min(layout.radius, radius) : radius;
    for (std::size_t i = 0; i < row.boxes.size(); ++i) put_gpu(layout, row.boxes[i], {xs[i], y});
    return;
  }
  const bool labelled = layout.detail == TopologyDetail::labelled;
  const double thick =
      labelled ? std::min(layout.letters + 5, 0.5 * high) : std::clamp(0.4 * high, 5.0, 16.0);
  for (std::size_t i = 0; i < row.boxes.size(); ++i) {
    const Box& box = layout.wiring.boxes[row.boxes[i]];
    if (box.type == NodeType::nvswitch) {
      put_bar(layout, row.boxes[i], area.x + 2, area.right() - 2, y, thick);
      continue;
    }
    const double wanted = labelled ? text_width(layout, box.name) + 10 : 14;
    put_box(layout, row.boxes[i], {xs[i], y}, std::min(wanted, 0.86 * slot), thick);
    name_inside(layout, row.boxes[i]);
  }
  name_row(layout, row);
}

}  // namespace

double RowPlan::weight() const {
  double sum = 0;
  for (const Row& row : rows) sum += row.weight;
  return sum;
}

RowPlan plan_rows(const Wiring& wiring, const std::vector<int>& boxes, int chunks, bool low) {
  const Wiring within = wiring_within(wiring, boxes);
  RowPlan plan;
  plan.low = low;
  plan.arcs = std::ranges::any_of(within.wires, [&](const Wire& wire) {
    return within.boxes[wire.a].type == NodeType::gpu && within.boxes[wire.b].type == NodeType::gpu;
  });
  const Arrangement all = rows_of(within, plan.arcs, INT_MAX);
  assert(std::ranges::all_of(all.places, [](const auto& place) { return place.has_value(); }));
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
    const NodeType type = wiring.boxes[row[0]].type;
    plan.rows.push_back({std::move(row), type, weight_of(type, chunks, plan.arcs, low)});
  }
  return plan;
}

void place_rows(TopologyLayout& layout, RowPlan plan, const Area& area, bool upside_down) {
  if (upside_down) std::ranges::reverse(plan.rows);
  const double weight = plan.weight();
  const double unit = std::min(area.height / weight, 9 * layout.letters);
  double y = area.center().y - unit * weight / 2;
  for (const RowPlan::Row& row : plan.rows) {
    const double high = unit * row.weight;
    const bool with_arcs = plan.arcs && row.type == NodeType::gpu;
    // Arcs are on one side of the GPUs; the boxes that the GPUs hang on are on the other side.
    const double share = with_arcs ? (upside_down ? 0.25 : 0.75) : 0.5;
    place_row(layout, row, plan, area, y + high * share, with_arcs ? high / 2 : high);
    y += high;
  }
}

ArcSide place_tree(TopologyLayout& layout) {
  std::vector<int> all(layout.wiring.boxes.size());
  std::iota(all.begin(), all.end(), 0);
  const bool upside_down = layout.wiring.boxes_of(0, NodeType::nvswitch).empty();
  place_rows(layout, plan_rows(layout.wiring, all, layout.grid.chunks), room_for_boxes(layout).inset(4),
             upside_down);
  return upside_down ? ArcSide::below : ArcSide::above;
}

}  // namespace commlab
