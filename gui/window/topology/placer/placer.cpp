#include "gui/window/topology/placer/placer.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "core/trace/trace.h"
#include "gui/window/topology/placer/boxes.h"
#include "gui/window/topology/placer/clusters.h"
#include "gui/window/topology/placer/gpu_names.h"
#include "gui/window/topology/placer/rows.h"
#include "gui/window/topology/placer/tiles.h"
#include "gui/window/topology/placer/wire_lines.h"
#include "gui/window/topology/wiring.h"

namespace commlab {
namespace {

constexpr int most_labelled = 16, most_plain = 64, most_coarse = 256;
constexpr int most_on_circle = 128;
constexpr int most_in_row = 8;        // under one NVSwitch
constexpr int most_in_two_rows = 16;  // around one

TopologyDetail detail_for(int gpus) {
  if (gpus <= most_labelled) return TopologyDetail::labelled;
  if (gpus <= most_plain) return TopologyDetail::plain;
  return gpus <= most_coarse ? TopologyDetail::coarse : TopologyDetail::crowd;
}

}  // namespace

TopologyPlacer::TopologyPlacer(const Trace& trace, const Area& area, double letters, double line)
    : trace_(trace), topology_(topology_of(trace)) {
  layout_.line = line;
  layout_.area = area;
  layout_.letters = letters;
  layout_.wiring = shown_part(trace, topology_);
  layout_.detail = detail_for(topology_.gpus);
  layout_.two_way = two_way_wires(trace, layout_.wiring);
  layout_.places.resize(layout_.wiring.boxes.size());
  layout_.wires.resize(layout_.wiring.wires.size());
  labelled_ = layout_.detail == TopologyDetail::labelled;
  layout_.round = layout_.detail <= TopologyDetail::plain;
  layout_.token = labelled_ ? letters * 1.55 : 9 * line;
  area_ = area.inset(8);
  area_.height -= letters * 1.6;  // the legend
}

TopologyLayout TopologyPlacer::placed() && {
  if (area_.width < 40 || area_.height < 40) return std::move(layout_);
  place();
  if (layout_.with_links()) layout_.wires = lines_of_wires(layout_, arcs_);
  fit_token();
  name_gpus(layout_, trace_);
  return std::move(layout_);
}

void TopologyPlacer::place() {
  groups_ = groups_of(topology_, layout_.wiring);
  const std::vector<int> switches = layout_.wiring.boxes_of(0, NodeType::nvswitch);
  const bool gpus_alone = static_cast<int>(layout_.wiring.boxes.size()) == gpus();
  const bool one_switch = groups_.boxes.empty() && switches.size() == 1 &&
                          static_cast<int>(layout_.wiring.boxes.size()) == gpus() + 1;
  if (!groups_.boxes.empty() && layout_.detail <= TopologyDetail::plain)
    arcs_ = place_cluster(layout_, groups_);
  else if (!groups_.boxes.empty())
    place_tiles(layout_, groups_);
  else if (gpus_alone && gpus() > 1)
    place_alone();
  else if (one_switch && gpus() <= most_in_two_rows)
    place_bar(switches[0]);
  else if (one_switch)
    place_around(switches[0]);
  else
    arcs_ = place_tree(layout_);
}

void TopologyPlacer::place_alone() {
  const std::vector<int> sides = lattice_sides(layout_.wiring);
  if (!sides.empty())
    place_lattice(sides);
  else if (gpus() <= most_on_circle)
    place_circle(area_.center(), nullptr);
  else
    place_snake(area_);
}

void TopologyPlacer::place_circle(PicturePoint center, const int* hub) {
  const double half = std::min(area_.width, area_.height) / 2;
  const double n = gpus();
  double circle = half;
  for (int i = 0; i < 8; ++i) {
    const double spacing = 2 * circle * std::sin(std::numbers::pi / std::max(n, 2.0));
    layout_.radius =
        std::min(radius_for(layout_, spacing), hub != nullptr || n < 4 ? 0.3 * half : 0.4 * half);
    circle = half - layout_.radius - 2;
  }
  for (int gpu = 0; gpu < gpus(); ++gpu) {
    const double angle = 2 * std::numbers::pi * gpu / n;
    put_gpu(layout_, gpu, {center.x + circle * std::sin(angle), center.y - circle * std::cos(angle)});
  }
  if (hub == nullptr) return;
  const double width = text_width(layout_, box(*hub).name);
  const double side = std::min(0.9 * circle, width + 20);
  put_box(layout_, *hub, center, side, layout_.letters + 16);
  if (width <= side) name_box(layout_, *hub, box(*hub).name, center);
}

void TopologyPlacer::place_lattice(const std::vector<int>& sides) {
  const int columns = sides[sides.size() - 1], rows = sides[sides.size() - 2];
  const int plane = rows * columns, planes = gpus() / plane;
  int across = 1;
  double cell = 0;
  for (int tried = 1; tried <= planes; ++tried) {
    const int down = (planes + tried - 1) / tried;
    const double wide = tried * (columns + 0.6) - 0.6, high = down * (rows + 0.6) - 0.6;
    const double fits = std::min(area_.width / wide, area_.height / high);
    if (fits > cell) std::tie(cell, across) = std::tuple(fits, tried);
  }
  const int down = (planes + across - 1) / across;
  const double wide = across * (columns + 0.6) - 0.6, high = down * (rows + 0.6) - 0.6;
  layout_.radius =
      layout_.detail == TopologyDetail::crowd ? 0.42 * cell : std::min(radius_for(layout_, cell), 0.3 * cell);
  const PicturePoint corner = {area_.center().x - cell * wide / 2, area_.center().y - cell * high / 2};
  for (int gpu = 0; gpu < gpus(); ++gpu) {
    const int p = gpu / plane, row = gpu % plane / columns, column = gpu % columns;
    put_gpu(layout_, gpu,
            {corner.x + cell * (p % across * (columns + 0.6) + column + 0.5),
             corner.y + cell * (p / across * (rows + 0.6) + row + 0.5)});
  }
}

void TopologyPlacer::place_snake(const Area& area) {
  const int columns = std::max(1, static_cast<int>(std::ceil(std::sqrt(gpus() * area.width / area.height))));
  const int rows = (gpus() + columns - 1) / columns;
  const double cell = std::min(area.width / columns, area.height / rows);
  layout_.radius = layout_.detail == TopologyDetail::crowd ? 0.42 * cell : 0.3 * cell;
  const PicturePoint corner = {area.center().x - cell * columns / 2, area.center().y - cell * rows / 2};
  for (int gpu = 0; gpu < gpus(); ++gpu) {
    const int row = gpu / columns;
    const int column = row % 2 == 0 ? gpu % columns : columns - 1 - gpu % columns;
    put_gpu(layout_, gpu, {corner.x + cell * (column + 0.5), corner.y + cell * (row + 0.5)});
  }
}

void TopologyPlacer::place_bar(int nvswitch) {
  const bool two_rows = gpus() > most_in_row;
  const int columns = two_rows ? (gpus() + 1) / 2 : gpus();
  const double thick = layout_.letters + 12;
  const double strip = two_rows ? text_width(layout_, box(nvswitch).name) + 16 : 0;  // for the bar's name
  const double slot = std::min((area_.width - strip) / columns, 7.5 * layout_.letters);
  const double high = std::min(area_.height, (two_rows ? 34 : 20) * layout_.letters);
  layout_.radius = std::min({wanted_radius(layout_), 0.42 * slot, 0.2 * high / (two_rows ? 2 : 1)});
  const double left = area_.center().x - (slot * columns + strip) / 2 + strip;
  const double top = area_.center().y - high / 2;
  const double bar = two_rows ? area_.center().y : top + layout_.letters * 1.6 + thick / 2;
  for (int gpu = 0; gpu < gpus(); ++gpu) {
    const bool above = two_rows && gpu < columns;
    put_gpu(
        layout_, gpu,
        {left + slot * (gpu % columns + 0.5), above ? top + layout_.radius : top + high - layout_.radius});
  }
  put_bar(layout_, nvswitch, left - strip + 4, left + slot * columns - 4, bar, thick);
  const Area& area = layout_.places[nvswitch].area;
  name_box(layout_, nvswitch, box(nvswitch).name,
           two_rows ? PicturePoint{area.x + strip / 2, bar}
                    : PicturePoint{area_.center().x, area.y - layout_.letters * 0.8});
}

void TopologyPlacer::place_around(int nvswitch) {
  if (gpus() <= most_on_circle) {
    place_circle(area_.center(), &nvswitch);
    return;
  }
  const double thick = layout_.letters + 10;
  Area below = area_;
  below.y += thick + 12;
  below.height -= thick + 12;
  place_snake(below);
  put_bar(layout_, nvswitch, area_.x, area_.right(), area_.y + thick / 2, thick);
  name_box(layout_, nvswitch, box(nvswitch).name, layout_.places[nvswitch].area.center());
}

void TopologyPlacer::fit_token() {
  double shortest = INFINITY;
  for (std::size_t i = 0; i < layout_.wires.size(); ++i) {
    const Wire& wire = layout_.wiring.wires[i];
    const bool between_bars = layout_.places[wire.a].bar && layout_.places[wire.b].bar;
    if (!layout_.wires[i].empty() && !between_bars)
      shortest = std::min(shortest, length_of(layout_.wires[i]));
  }
  layout_.token = std::max(5.0, std::min(layout_.token, (labelled_ ? 1 : 0.7) * shortest));
}

TopologyLayout lay_out(const Trace& trace, const Area& area, double letters, double line) {
  return TopologyPlacer(trace, area, letters, line).placed();
}

}  // namespace commlab
