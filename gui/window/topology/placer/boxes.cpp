#include "gui/window/topology/placer/boxes.h"

#include <algorithm>

namespace commlab {
namespace {

constexpr int most_chunks = 16;
// A picture of this size, in letters of the smallest text, has chunks and messages of the usual size.
constexpr double usual_width = 70, usual_height = 40, most_zoom = 3;

}  // namespace

Area room_for_boxes(const TopologyLayout& layout) {
  Area room = layout.area.inset(8);
  room.height -= layout.letters * 1.6;  // the legend
  if (layout.groups.drawn()) room.height = layout.groups.label.y - layout.letters - room.y;
  return room;
}

int gpus_in(const TopologyLayout& layout) {
  return static_cast<int>(std::ranges::count(layout.wiring.boxes, NodeType::gpu, &Box::type));
}

bool is_gpu(const TopologyLayout& layout, int box) { return layout.wiring.boxes[box].type == NodeType::gpu; }

double text_width(const TopologyLayout& layout, std::string_view words) {
  return 0.62 * layout.letters * static_cast<double>(words.size());
}

double wanted_radius(const TopologyLayout& layout) { return 3.1 * layout.letters; }

double radius_for(const TopologyLayout& layout, double spacing) {
  const double beside_token = (spacing - 1.5 * layout.token) / 2;
  return std::max(1.0,
                  std::min({wanted_radius(layout), 0.38 * spacing, std::max(beside_token, 0.27 * spacing)}));
}

double zoom_for(const Area& area, double letters) {
  return std::clamp(std::min(area.width / usual_width, area.height / usual_height) / letters, 1.0, most_zoom);
}

TopologyLayout::Grid grid_of(const TopologyLayout& layout, int columns, double scale) {
  TopologyLayout::Grid grid = layout.grid;
  grid.rows = (grid.chunks + columns - 1) / columns;
  grid.columns = (grid.chunks + grid.rows - 1) / grid.rows;
  grid.cell_width = 2.4 * layout.letters * scale * layout.zoom;
  grid.cell_height = 1.3 * layout.letters * scale * layout.zoom;
  return grid;
}

bool choose_grid(TopologyLayout& layout, const std::function<bool(double, double)>& fits, LeastChunk least) {
  if (layout.grid.chunks < 1 || layout.grid.chunks > most_chunks) return false;
  for (const double scale : chunk_scales) {
    if (least == LeastChunk::with_number && scale * layout.zoom < 1) break;
    for (int columns = 1; columns <= layout.grid.chunks; ++columns) {
      TopologyLayout::Grid grid = grid_of(layout, columns, scale);
      grid.head = 1.45 * layout.letters;
      const double name = scale * layout.zoom < 1 ? 1.5 * layout.letters : 2.6 * layout.letters;
      grid.cell_width = std::max(grid.cell_width, name / grid.columns);
      if (!fits(grid.width(), grid.height())) continue;
      layout.grid = grid;
      layout.round = false;
      layout.radius = std::min(grid.width(), grid.height()) / 2;
      return true;
    }
  }
  return false;
}

void put_box(TopologyLayout& layout, int box, PicturePoint center, double width, double height) {
  layout.places[box].area = {center.x - width / 2, center.y - height / 2, width, height};
}

void put_gpu(TopologyLayout& layout, int gpu, PicturePoint center) {
  const TopologyLayout::Grid& grid = layout.grid;
  put_box(layout, gpu, center, grid.drawn() ? grid.width() : 2 * layout.radius,
          grid.drawn() ? grid.height() : 2 * layout.radius);
}

void put_bar(TopologyLayout& layout, int box, double left, double right, double y, double thick) {
  put_box(layout, box, {(left + right) / 2, y}, right - left, thick);
  layout.places[box].bar = true;
}

void name_box(TopologyLayout& layout, int box, std::string_view name, PicturePoint middle) {
  TopologyLayout::BoxPlace& placed = layout.places[box];
  placed.name = name;
  placed.label = middle;
  placed.label_width = text_width(layout, name);
}

}  // namespace commlab
