#include "gui/window/topology/placer/wire_lines.h"

#include <algorithm>
#include <climits>
#include <tuple>

#include "gui/window/topology/placer/boxes.h"

namespace commlab {
namespace {

using BoxPlace = TopologyLayout::BoxPlace;

// The room that a name takes at the left end of its bar; 0 if no name is there.
double width_of_name_on(const BoxPlace& placed) {
  return !placed.name.empty() && placed.area.has(placed.label) ? placed.label_width + 8 : 0;
}

// The point that a wire aims at: the middle of a box, or the nearest point of a bar beside its name.
PicturePoint target(const BoxPlace& placed, PicturePoint from) {
  const Area& area = placed.area;
  if (!placed.bar) return area.center();
  const double least = std::min(area.x + 6 + width_of_name_on(placed), area.right() - 6);
  return {std::clamp(from.x, least, area.right() - 6), area.center().y};
}

bool is_in_box(const TopologyLayout& layout, int box, PicturePoint p) {
  const Area& area = layout.places[box].area;
  if (layout.round && is_gpu(layout, box)) return distance(area.center(), p) < layout.radius;
  return area.has(p);
}

// The part of a line that lies over neither of the two boxes it joins.
Polyline trimmed(const TopologyLayout& layout, const Wire& wire, const Polyline& whole) {
  const double length = length_of(whole);
  double from = 0, to = length;
  while (from < length && is_in_box(layout, wire.a, point_at(whole, from).at)) from += 0.5;
  while (to > from && is_in_box(layout, wire.b, point_at(whole, to).at)) to -= 0.5;
  if (to - from < 1) return {};
  return part_of(whole, from, to);
}

// The number of boxes that a line enters, plus the number of its points outside the picture.
int obstacles(const TopologyLayout& layout, const Wire& wire, const Polyline& line) {
  const Area inside = room_for_boxes(layout).inset(-6);
  int met =
      static_cast<int>(std::ranges::count_if(line, [&](PicturePoint point) { return !inside.has(point); }));
  for (int box = 0; box < static_cast<int>(layout.places.size()); ++box) {
    const BoxPlace& placed = layout.places[box];
    if (box == wire.a || box == wire.b || !placed.drawn() || placed.bar) continue;
    met += enters(line, placed.area.inset(-2)) ? 1 : 0;
  }
  return met;
}

// A straight line if nothing is in its way; else, of some bows, the least bent with the fewest obstacles.
Polyline clear_line(const TopologyLayout& layout, const Wire& wire, PicturePoint from, PicturePoint to) {
  Polyline best;
  int least = INT_MAX;
  for (const double bend : {0.0, 0.06, -0.06, 0.1, -0.1, 0.16, -0.16, 0.24, -0.24, 0.34, -0.34}) {
    Polyline line = bow(from, to, bend);
    const int met = obstacles(layout, wire, line);
    if (met < least) std::tie(least, best) = std::tuple(met, std::move(line));
    if (least == 0) break;
  }
  return best;
}

Polyline line_of(const TopologyLayout& layout, const Wire& wire, ArcSide side) {
  const BoxPlace& a = layout.places[wire.a];
  const BoxPlace& b = layout.places[wire.b];
  if (!a.drawn() || !b.drawn()) return {};
  // Between two bars, a line leads through the middle of the shorter one.
  const PicturePoint middle = (a.area.width > b.area.width ? b : a).area.center();
  PicturePoint from = target(a, a.bar && b.bar ? middle : b.area.center());
  const PicturePoint to = target(b, from);
  if (a.bar) from = target(a, to);
  return trimmed(
      layout, wire,
      is_arc(layout, wire) ? arc_between(layout, side, from, to) : clear_line(layout, wire, from, to));
}

}  // namespace

std::vector<Polyline> lines_of_wires(const TopologyLayout& layout, ArcSide side) {
  std::vector<Polyline> lines;
  for (const Wire& wire : layout.wiring.wires) lines.push_back(line_of(layout, wire, side));
  return lines;
}

}  // namespace commlab
