#include "gui/window/topology/placer/gpus_alone.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "gui/window/topology/placer/boxes.h"
#include "gui/window/topology/placer/buffers_alone.h"
#include "gui/window/topology/wiring.h"

namespace commlab {
namespace {

// One plane of buffers. False if they do not fit.
bool place_lattice_of_buffers(TopologyLayout& layout, int rows, int columns) {
  const Area room = room_for_boxes(layout);
  const double wide = room.width / columns, high = room.height / rows;
  const bool fit = choose_grid(layout, [&](double width, double height) {
    return width <= wide - 2 * layout.token && height <= high - 2 * layout.token;
  });
  for (int gpu = 0; gpu < rows * columns && fit; ++gpu)
    put_gpu(layout, gpu, {room.x + wide * (gpu % columns + 0.5), room.y + high * (gpu / columns + 0.5)});
  return fit;
}

void place_lattice(TopologyLayout& layout, const std::vector<int>& sides) {
  if (sides.size() == 2 && place_lattice_of_buffers(layout, sides[0], sides[1])) return;
  const Area room = room_for_boxes(layout);
  const int gpus = gpus_in(layout);
  const int columns = sides[sides.size() - 1], rows = sides[sides.size() - 2];
  const int plane = rows * columns, planes = gpus / plane;
  int across = 1;
  double cell = 0;
  for (int tried = 1; tried <= planes; ++tried) {
    const int down = (planes + tried - 1) / tried;
    const double wide = tried * (columns + 0.6) - 0.6, high = down * (rows + 0.6) - 0.6;
    const double fits = std::min(room.width / wide, room.height / high);
    if (fits > cell) std::tie(cell, across) = std::tuple(fits, tried);
  }
  const int down = (planes + across - 1) / across;
  const double wide = across * (columns + 0.6) - 0.6, high = down * (rows + 0.6) - 0.6;
  layout.radius =
      layout.detail == TopologyDetail::crowd ? 0.42 * cell : std::min(radius_for(layout, cell), 0.3 * cell);
  const PicturePoint corner = {room.center().x - cell * wide / 2, room.center().y - cell * high / 2};
  for (int gpu = 0; gpu < gpus; ++gpu) {
    const int p = gpu / plane, row = gpu % plane / columns, column = gpu % columns;
    put_gpu(layout, gpu,
            {corner.x + cell * (p % across * (columns + 0.6) + column + 0.5),
             corner.y + cell * (p / across * (rows + 0.6) + row + 0.5)});
  }
}

}  // namespace

void place_gpus_alone(TopologyLayout& layout, Rank root) {
  const std::vector<int> sides = lattice_sides(layout.wiring);
  if (sides.size() != 2 && place_buffers_alone(layout, root)) return;
  if (layout.detail == TopologyDetail::labelled && place_tree_of_discs(layout, root)) return;
  if (!sides.empty())
    place_lattice(layout, sides);
  else if (gpus_in(layout) <= most_on_circle)
    place_circle(layout, false);
  else
    place_snake(layout, room_for_boxes(layout));
}

double place_circle(TopologyLayout& layout, bool has_hub) {
  const Area room = room_for_boxes(layout);
  const int gpus = gpus_in(layout);
  const double half = std::min(room.width, room.height) / 2;
  const double n = gpus;
  double circle = half;
  for (int i = 0; i < 8; ++i) {
    const double spacing = 2 * circle * std::sin(std::numbers::pi / std::max(n, 2.0));
    const double apart = 0.35 * spacing;  // neighbours on a diagonal are 0.7 of the spacing apart in x and y
    layout.radius =
        std::min({radius_for(layout, spacing), apart, has_hub || n < 4 ? 0.3 * half : 0.4 * half});
    circle = half - layout.radius - 2;
  }
  const PicturePoint center = room.center();
  for (int gpu = 0; gpu < gpus; ++gpu) {
    const double angle = 2 * std::numbers::pi * gpu / n;
    put_gpu(layout, gpu, {center.x + circle * std::sin(angle), center.y - circle * std::cos(angle)});
  }
  return circle;
}

void place_snake(TopologyLayout& layout, const Area& area) {
  const int gpus = gpus_in(layout);
  const int columns = std::max(1, static_cast<int>(std::ceil(std::sqrt(gpus * area.width / area.height))));
  const int rows = (gpus + columns - 1) / columns;
  const double cell = std::min(area.width / columns, area.height / rows);
  layout.radius = layout.detail == TopologyDetail::crowd ? 0.42 * cell : 0.3 * cell;
  const PicturePoint corner = {area.center().x - cell * columns / 2, area.center().y - cell * rows / 2};
  for (int gpu = 0; gpu < gpus; ++gpu) {
    const int row = gpu / columns;
    const int column = row % 2 == 0 ? gpu % columns : columns - 1 - gpu % columns;
    put_gpu(layout, gpu, {corner.x + cell * (column + 0.5), corner.y + cell * (row + 0.5)});
  }
}

}  // namespace commlab
