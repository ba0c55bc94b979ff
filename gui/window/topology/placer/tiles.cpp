#include "gui/window/topology/placer/tiles.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gui/window/topology/placer/boxes.h"

namespace commlab {
namespace {

// The number of columns that makes tiles largest; a tile is a little wider than high.
int columns_of_tiles(const Area& room, int nodes) {
  const auto side = [&](int columns) {
    const int rows = (nodes + columns - 1) / columns;
    return std::min(room.width / columns, room.height / rows * 1.3);
  };
  int best = 1;
  for (int columns = 2; columns <= nodes; ++columns)
    if (side(columns) > side(best)) best = columns;
  return best;
}

// Places the tile's name, and below it the node's GPUs, row by row; returns the room of each GPU.
double fill_tile(TopologyLayout& layout, const std::vector<int>& boxes, const Area& tile,
                 const std::string& name) {
  const bool fits = text_width(layout, name) + 6 < tile.width && tile.height > 3 * layout.letters;
  Area inside = tile.inset(std::min(5.0, 0.1 * tile.width));
  if (fits) {
    inside.y += layout.letters * 1.1;
    inside.height -= layout.letters * 1.1;
  }
  const int number = static_cast<int>(layout.tiles.size());
  layout.tiles.push_back({fits ? name : "", tile, {tile.center().x, tile.y + layout.letters * 0.75}});

  std::vector<int> gpus;
  for (const int id : boxes)
    if (is_gpu(layout, id)) gpus.push_back(id);
  const auto count = static_cast<int>(gpus.size());
  const int across =
      std::max(1, static_cast<int>(std::round(std::sqrt(count * inside.width / inside.height))));
  const int down = (count + across - 1) / across;
  const double cell = std::min(inside.width / across, inside.height / down);
  const PicturePoint corner = {inside.center().x - cell * across / 2, inside.center().y - cell * down / 2};
  for (int i = 0; i < count; ++i) {
    layout.tile_of[gpus[i]] = number;
    put_box(layout, gpus[i], {corner.x + cell * (i % across + 0.5), corner.y + cell * (i / across + 0.5)},
            0.86 * cell, 0.86 * cell);
  }
  return cell;
}

}  // namespace

void place_tiles(TopologyLayout& layout, const BoxGroups& groups) {
  const Area room = room_for_boxes(layout);
  const int nodes = static_cast<int>(groups.boxes.size());
  const int columns = columns_of_tiles(room, nodes);
  const double wide = room.width / columns, high = room.height / ((nodes + columns - 1) / columns);
  const double gap = std::min(10.0, 0.14 * std::min(wide, high));
  layout.tile_of.assign(gpus_in(layout), 0);
  double least = INFINITY;
  for (int node = 0; node < nodes; ++node) {
    // Every other row goes from right to left, so that the way from each node to the next is short.
    const int row = node / columns, along = node % columns;
    const Area tile = {room.x + wide * (row % 2 == 0 ? along : columns - 1 - along) + gap / 2,
                       room.y + high * row + gap / 2, wide - gap, high - gap};
    const std::string name = groups.under_leaves         ? fmt::format("leaf {}", node)
                             : wide > 7 * layout.letters ? fmt::format("node {}", node)
                                                         : fmt::format("{}", node);
    least = std::min(least, fill_tile(layout, groups.boxes[node], tile, name));
  }
  layout.radius = 0.43 * least;
}

}  // namespace commlab
