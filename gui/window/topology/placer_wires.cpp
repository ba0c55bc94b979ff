// The lines of wires: from edge to edge of what they join, round what stands between.

#include <algorithm>
#include <climits>
#include <cmath>
#include <tuple>

#include "gui/window/topology/placer.h"

namespace commlab {

PicturePoint TopologyPlacer::target(int id, PicturePoint from) const {
  const Area& area = layout_.stands[id].area;
  if (!layout_.stands[id].bar) return area.center();
  const double least = std::min(area.x + 6 + strip_of(id), area.right() - 6);
  return {std::clamp(from.x, least, area.right() - 6), area.center().y};
}

double TopologyPlacer::strip_of(int id) const {
  const Stand& stand = layout_.stands[id];
  return !stand.name.empty() && stand.area.has(stand.label) ? stand.label_width + 8 : 0;
}

bool TopologyPlacer::is_in(int id, PicturePoint p) const {
  const Stand& stand = layout_.stands[id];
  if (layout_.round && box(id).type == NodeType::gpu)
    return distance(stand.area.center(), p) < layout_.radius;
  return stand.area.has(p);
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
  for (int id = 0; id < static_cast<int>(layout_.stands.size()); ++id) {
    const Stand& stand = layout_.stands[id];
    if (id == a || id == b || !stand.drawn() || stand.bar) continue;
    hits += enters(line, stand.area.inset(-2)) ? 1 : 0;
  }
  return hits;
}

void TopologyPlacer::draw_wires() {
  for (std::size_t i = 0; i < layout_.wiring.wires.size(); ++i) {
    const auto [a, b] = std::pair(layout_.wiring.wires[i].a, layout_.wiring.wires[i].b);
    if (!layout_.stands[a].drawn() || !layout_.stands[b].drawn()) continue;
    // Between two bars, from the middle of the shorter one.
    const bool from_b = layout_.stands[a].area.width > layout_.stands[b].area.width;
    const PicturePoint middle = layout_.stands[from_b ? b : a].area.center();
    const bool bars = layout_.stands[a].bar && layout_.stands[b].bar;
    PicturePoint from = target(a, bars ? middle : layout_.stands[b].area.center());
    const PicturePoint to = target(b, from);
    if (layout_.stands[a].bar) from = target(a, to);
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
  const Area& x = layout_.stands[a].area;
  const Area& y = layout_.stands[b].area;
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
