#include "gui/window/topology/placer/arcs.h"

#include <algorithm>
#include <cmath>

#include "gui/window/topology/placer/boxes.h"

namespace commlab {

bool is_arc(const TopologyLayout& layout, const Wire& wire) {
  return is_gpu(layout, wire.a) && is_gpu(layout, wire.b) &&
         static_cast<int>(layout.wiring.boxes.size()) > gpus_in(layout) &&
         std::abs(layout.places[wire.a].area.y - layout.places[wire.b].area.y) < 1;
}

Polyline arc_between(const TopologyLayout& layout, ArcSide side, PicturePoint from, PicturePoint to) {
  if (from.x > to.x) std::swap(from, to);
  const bool in_upper_half = from.y < room_for_boxes(layout).center().y;
  const double up = side == ArcSide::above || (side == ArcSide::outside && in_upper_half) ? 1 : -1;
  const double edge = layout.grid.drawn() ? layout.grid.height() / 2 : 0;  // an arc over buffers starts there
  from.y -= up * edge;
  to.y -= up * edge;
  const double slots = std::max(1.0, (to.x - from.x) / (2.5 * layout.radius));
  const double high = layout.radius * (0.9 + 0.55 * slots);
  Polyline points;
  for (int i = 0; i <= 20; ++i) {
    const double t = i / 20.0;
    points.push_back({from.x + (to.x - from.x) * t, from.y - up * high * 4 * t * (1 - t)});
  }
  return points;
}

}  // namespace commlab
