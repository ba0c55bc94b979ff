#include "gui/window/topology/placer/one_nvswitch.h"

#include <algorithm>

#include "gui/window/topology/placer/boxes.h"
#include "gui/window/topology/placer/gpus_alone.h"

namespace commlab {
namespace {

constexpr int most_in_row = 8;
constexpr int most_in_two_rows = 16;

void place_bar(TopologyLayout& layout, int nvswitch) {
  const Area room = room_for_boxes(layout);
  const std::string& name = layout.wiring.boxes[nvswitch].name;
  const int gpus = gpus_in(layout);
  const bool two_rows = gpus > most_in_row;
  const int columns = two_rows ? (gpus + 1) / 2 : gpus;
  const double thick = layout.letters + 12;
  const double strip = two_rows ? text_width(layout, name) + 16 : 0;  // for the bar's name
  const double way = 3 * layout.token;                                // from a buffer to the bar, at least
  const double widest = (room.width - strip) / columns;
  const double highest =
      two_rows ? (room.height - thick) / 2 - way : room.height - thick - 1.6 * layout.letters - way;
  const bool buffers =
      choose_grid(layout, [&](double w, double h) { return w <= 0.85 * widest && h <= highest; });
  const double slot = std::min(widest, buffers ? 2.2 * layout.grid.width() : 7.5 * layout.letters);
  const double high =
      std::min(room.height, (two_rows ? 34 : 20) * layout.letters +
                                (two_rows ? 2 : 1) * layout.grid.rows * layout.grid.cell_height);
  if (!buffers)
    layout.radius = std::min({wanted_radius(layout), 0.42 * slot, 0.2 * high / (two_rows ? 2 : 1)});
  const double half = buffers ? layout.grid.height() / 2 : layout.radius;
  const double left = room.center().x - (slot * columns + strip) / 2 + strip;
  const double top = room.center().y - high / 2;
  const double bar = two_rows ? room.center().y : top + layout.letters * 1.6 + thick / 2;
  for (int gpu = 0; gpu < gpus; ++gpu) {
    const bool above = two_rows && gpu < columns;
    put_gpu(layout, gpu, {left + slot * (gpu % columns + 0.5), above ? top + half : top + high - half});
  }
  put_bar(layout, nvswitch, left - strip + 4, left + slot * columns - 4, bar, thick);
  const Area& area = layout.places[nvswitch].area;
  name_box(layout, nvswitch, name,
           two_rows ? PicturePoint{area.x + strip / 2, bar}
                    : PicturePoint{room.center().x, area.y - layout.letters * 0.8});
}

void place_hub(TopologyLayout& layout, int nvswitch) {
  const double circle = place_circle(layout, true);
  const PicturePoint center = room_for_boxes(layout).center();
  const std::string& name = layout.wiring.boxes[nvswitch].name;
  const double width = text_width(layout, name);
  const double side = std::min(0.9 * circle, width + 20);
  put_box(layout, nvswitch, center, side, layout.letters + 16);
  if (width <= side) name_box(layout, nvswitch, name, center);
}

void place_crowd_below(TopologyLayout& layout, int nvswitch) {
  const Area room = room_for_boxes(layout);
  const double thick = layout.letters + 10;
  Area below = room;
  below.y += thick + 12;
  below.height -= thick + 12;
  place_snake(layout, below);
  put_bar(layout, nvswitch, room.x, room.right(), room.y + thick / 2, thick);
  name_box(layout, nvswitch, layout.wiring.boxes[nvswitch].name, layout.places[nvswitch].area.center());
}

}  // namespace

void place_around_nvswitch(TopologyLayout& layout, int nvswitch) {
  const int gpus = gpus_in(layout);
  if (gpus <= most_in_two_rows)
    place_bar(layout, nvswitch);
  else if (gpus <= most_on_circle)
    place_hub(layout, nvswitch);
  else
    place_crowd_below(layout, nvswitch);
}

}  // namespace commlab
