// The lines of wires: from edge to edge of what they join, round what stands between.

#include <algorithm>
#include <climits>
#include <cmath>
#include <tuple>

#include "gui/window/topology/placer/placer.h"

namespace commlab {

PicturePoint TopologyPlacer::target(int id, PicturePoint from) const {
  const Area& area = layout_.places[id].area;
  if (!layout_.places[id].bar) return area.center();
  const double least = std::min(area.x + 6 + strip_of(id), area.right() - 6);
  return {std::clamp(from.x, least, area.right() - 6), area.center().y};
}

double TopologyPlacer::strip_of(int id) const {
  const BoxPlace& placed = layout_.places[id];
  return !placed.name.empty() && placed.area.has(placed.label) ? placed.label_width + 8 : 0;
}

bool TopologyPlacer::is_in(int id, PicturePoint p) const {
  const BoxPlace& placed = layout_.places[id];
  if (layout_.round && box(id).type == NodeType::gpu)
    return distance(placed.area.center(), p) < layout_.radius;
  return placed.area.has(p);
}

Polyline TopologyPlacer::trimmed(const Polyline& whole, int a, int b) const {
  const double length = length_of(whole);
  double from = 0, to = length;
  while (from < length && is_in(a, point_at(whole, from).at)) from += 0.5;
  while (to > from && is_in(b, point_at(whole, to).at)) to -= 0.5;
  if (to - from < 1) return {};
  return part_of(whole, from, to);
}

int TopologyPlacer::hits(const Polyline& line, int a, int b) const {
  int hits = static_cast<int>(
      std::ranges::count_if(line, [&](PicturePoint point) { return !area_.inset(-6).has(point); }));
  for (int id = 0; id < static_cast<int>(layout_.places.size()); ++id) {
    const BoxPlace& placed = layout_.places[id];
    if (id == a || id == b || !placed.drawn() || placed.bar) continue;
    hits += enters(line, placed.area.inset(-2)) ? 1 : 0;
  }
  return hits;
}

void TopologyPlacer::draw_wires() {
  for (std::size_t i = 0; i < layout_.wiring.wires.size(); ++i) {
    const auto [a, b] = std::pair(layout_.wiring.wires[i].a, layout_.wiring.wires[i].b);
    if (!layout_.places[a].drawn() || !layout_.places[b].drawn()) continue;
    // Between two bars, a line leads through the middle of the shorter one.
    const bool from_b = layout_.places[a].area.width > layout_.places[b].area.width;
    const PicturePoint middle = layout_.places[from_b ? b : a].area.center();
    const bool bars = layout_.places[a].bar && layout_.places[b].bar;
    PicturePoint from = target(a, bars ? middle : layout_.places[b].area.center());
    const PicturePoint to = target(b, from);
    if (layout_.places[a].bar) from = target(a, to);
    layout_.wires[i] = trimmed(is_arc(a, b) ? arc(from, to) : clear_line(from, to, a, b), a, b);
  }
}

Polyline TopologyPlacer::clear_line(PicturePoint from, PicturePoint to, int a, int b) const {
  Polyline best;
  int least = INT_MAX;
  for (const double bend : {0.0, 0.06, -0.06, 0.1, -0.1, 0.16, -0.16, 0.24, -0.24, 0.34, -0.34}) {
    Polyline line = bow(from, to, bend);
    const int met = hits(line, a, b);
    if (met < least) std::tie(least, best) = std::tuple(met, std::move(line));
    if (least == 0) break;
  }
  return best;
}

bool TopologyPlacer::is_arc(int a, int b) const {
  const Area& x = layout_.places[a].area;
  const Area& y = layout_.places[b].area;
  return box(a).type == NodeType::gpu && box(b).type == NodeType::gpu &&
         static_cast<int>(layout_.wiring.boxes.size()) > gpus() && std::abs(x.y - y.y) < 1;
}

Polyline TopologyPlacer::arc(PicturePoint from, PicturePoint to) const {
  if (from.x > to.x) std::swap(from, to);
  const bool upper = two_sided_ && from.y < area_.center().y;
  const double up = (two_sided_ ? upper : arcs_up_) ? 1 : -1;
  const double slots = std::max(1.0, (to.x - from.x) / (2.5 * layout_.radius));
  const double high = layout_.radius * (0.9 + 0.55 * slots);
  Polyline points;
  for (int i = 0; i <= 20; ++i) {
    const double t = i / 20.0;
    points.push_back({from.x + (to.x - from.x) * t, from.y - up * high * 4 * t * (1 - t)});
  }
  return points;
}

}  // namespace commlab
