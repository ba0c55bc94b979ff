// Clusters of many GPUs: a tile for each node, its GPUs as discs or squares in it.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gui/window/topology/placer/boxes.h"
#include "gui/window/topology/placer/placer.h"

namespace commlab {

// The number of columns that makes tiles largest; a tile is a little wider than high.
int TopologyPlacer::columns_of_tiles() const {
  const int nodes = static_cast<int>(groups_.size());
  const auto side = [&](int columns) {
    const int rows = (nodes + columns - 1) / columns;
    return std::min(area_.width / columns, area_.height / rows * 1.3);
  };
  int best = 1;
  for (int columns = 2; columns <= nodes; ++columns)
    if (side(columns) > side(best)) best = columns;
  return best;
}

void TopologyPlacer::place_tiles() {
  const int nodes = static_cast<int>(groups_.size());
  const int columns = columns_of_tiles();
  const double wide = area_.width / columns, high = area_.height / ((nodes + columns - 1) / columns);
  const double gap = std::min(10.0, 0.14 * std::min(wide, high));
  layout_.tile_of.assign(gpus(), 0);
  double least = INFINITY;
  for (int node = 0; node < nodes; ++node) {
    // Every other row goes from right to left, so that the way from each node to the next is short.
    const int row = node / columns, along = node % columns;
    const Area tile = {area_.x + wide * (row % 2 == 0 ? along : columns - 1 - along) + gap / 2,
                       area_.y + high * row + gap / 2, wide - gap, high - gap};
    const std::string name = leaves_group_                ? fmt::format("leaf {}", node)
                             : wide > 7 * layout_.letters ? fmt::format("node {}", node)
                                                          : fmt::format("{}", node);
    least = std::min(least, fill_tile(node, tile, name));
  }
  layout_.radius = 0.43 * least;
}

double TopologyPlacer::fill_tile(int node, const Area& tile, const std::string& name) {
  const bool fits = text_width(layout_, name) + 6 < tile.width && tile.height > 3 * layout_.letters;
  Area inside = tile.inset(std::min(5.0, 0.1 * tile.width));
  if (fits) {
    inside.y += layout_.letters * 1.1;
    inside.height -= layout_.letters * 1.1;
  }
  layout_.tiles.push_back({fits ? name : "", tile, {tile.center().x, tile.y + layout_.letters * 0.75}});

  std::vector<int> gpus;
  for (const int id : groups_[node])
    if (box(id).type == NodeType::gpu) gpus.push_back(id);
  const auto count = static_cast<int>(gpus.size());
  const int across =
      std::max(1, static_cast<int>(std::round(std::sqrt(count * inside.width / inside.height))));
  const int down = (count + across - 1) / across;
  const double cell = std::min(inside.width / across, inside.height / down);
  const PicturePoint corner = {inside.center().x - cell * across / 2, inside.center().y - cell * down / 2};
  for (int i = 0; i < count; ++i) {
    layout_.tile_of[gpus[i]] = node;
    put_box(layout_, gpus[i], {corner.x + cell * (i % across + 0.5), corner.y + cell * (i / across + 0.5)},
            0.86 * cell, 0.86 * cell);
  }
  return cell;
}

}  // namespace commlab
