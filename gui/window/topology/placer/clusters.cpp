// Clusters: nodes around the network that joins them, its switches as bars in between.

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/topology/placer/boxes.h"
#include "gui/window/topology/placer/network.h"
#include "gui/window/topology/placer/placer.h"

namespace commlab {

void TopologyPlacer::place_cluster() {
  const RowPlan plan = plan_rows(groups_.boxes[0]);
  double weights = 0;
  for (const std::vector<int>& row : plan.rows) weights += weight_of(row, plan.arcs);
  const int nodes = static_cast<int>(groups_.boxes.size());
  const double strip = name_strip(layout_);
  const double gap = groups_.under_leaves ? strip + 16 : 10 + layout_.letters * 0.3;
  Area area = area_;
  area.x += strip;
  area.width -= strip;
  const auto unit = [&](int rows) {
    const int columns = (nodes + rows - 1) / rows;
    return std::min(((area.width - gap * (columns - 1)) / columns - 16) / plan.most,
                    (area.height - network_height(layout_, groups_, rows)) / rows / weights);
  };
  const int rows = unit(2) > unit(1) ? 2 : 1;
  const int columns = (nodes + rows - 1) / rows;
  const double band = network_height(layout_, groups_, rows);
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
  place_network(layout_, {area_.x, rows == 2 ? area_.y + height : area_.y, area_.width, band});
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

}  // namespace commlab
