#include "gui/window/topology/placer/clusters.h"

#include <algorithm>

#include <fmt/format.h>

#include "gui/window/topology/placer/boxes.h"
#include "gui/window/topology/placer/network.h"
#include "gui/window/topology/placer/rows.h"

namespace commlab {
namespace {

// In nodes with an NVSwitch little height is left for GPUs: the NVSwitch takes a row of its own.
RowPlan plan_group(const TopologyLayout& layout, const std::vector<int>& boxes) {
  return plan_rows(layout.wiring, boxes, layout.grid.chunks,
                   !layout.wiring.boxes_of(0, NodeType::nvswitch).empty());
}

// The names of a node and of its NVSwitch stand on the side away from the network.
void place_node(TopologyLayout& layout, int node, const std::vector<int>& boxes, const Area& tile,
                bool above) {
  const bool labelled = layout.detail == TopologyDetail::labelled;
  Area inside = tile.inset(4);
  const double title = labelled ? layout.letters * 1.4 : 0;
  inside.height -= title;
  if (above) inside.y += title;
  place_rows(layout, plan_group(layout, boxes), inside, !above);
  const int per_node = gpus_in(layout) / layout.wiring.nodes;
  const std::string name = fmt::format("node {}", layout.first_rank / per_node + node);
  const double y = above ? tile.y + layout.letters * 0.9 : tile.bottom() - layout.letters * 0.9;
  const double used = text_width(layout, name) + 16;
  layout.tiles.push_back(
      {labelled && used < tile.width ? name : "", tile, {tile.x + 8 + text_width(layout, name) / 2, y}});
  const std::vector<int> switches = layout.wiring.boxes_of(node, NodeType::nvswitch);
  if (!labelled || switches.size() != 1) return;
  const std::string& switch_name = layout.wiring.boxes[switches[0]].name;
  const double width = text_width(layout, switch_name);
  if (used + width + 16 > tile.width) return;
  name_box(layout, switches[0], switch_name, {tile.right() - 8 - width / 2, y});
}

}  // namespace

ArcSide place_cluster(TopologyLayout& layout, const BoxGroups& groups) {
  const RowPlan plan = plan_group(layout, groups.boxes[0]);
  const double weight = plan.weight();
  const int nodes = static_cast<int>(groups.boxes.size());
  const Area room = room_for_boxes(layout);
  const double strip = name_strip(layout);
  const double gap = groups.under_leaves ? strip + 16 : 10 + layout.letters * 0.3;
  Area area = room;
  area.x += strip;
  area.width -= strip;
  const auto unit = [&](int rows) {
    const int columns = (nodes + rows - 1) / rows;
    return std::min(((area.width - gap * (columns - 1)) / columns - 16) / plan.most,
                    (area.height - network_height(layout, groups, rows)) / rows / weight);
  };
  const int rows = unit(2) > unit(1) ? 2 : 1;
  const int columns = (nodes + rows - 1) / rows;
  const double band = network_height(layout, groups, rows);
  const double width = (area.width - gap * (columns - 1)) / columns;
  const double height = (area.height - band) / rows;
  for (int node = 0; node < nodes; ++node) {
    const bool above = rows == 2 && node < columns;
    const Area tile = {area.x + (width + gap) * (node % columns), above ? area.y : area.bottom() - height,
                       width, height};
    if (groups.under_leaves)
      place_rows(layout, plan_group(layout, groups.boxes[node]), tile, !above);
    else
      place_node(layout, node, groups.boxes[node], tile, above);
  }
  for (const auto& group : groups.boxes)  // all get the size of the smallest
    for (const int id : group)
      if (is_gpu(layout, id)) put_gpu(layout, id, layout.places[id].area.center());
  place_network(layout, {room.x, rows == 2 ? room.y + height : room.y, room.width, band});
  return rows == 2 ? ArcSide::outside : ArcSide::below;
}

}  // namespace commlab
