#include "gui/window/topology/ring_picture.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace commlab {
namespace {

class RingPainter {
 public:
  RingPainter(Canvas& canvas, const TopologyLayout& layout, const Theme& theme)
      : canvas_(canvas), layout_(layout), theme_(theme) {}

  // A hop without wires in the picture is a straight line from GPU to GPU.
  void hop(const RingHop& hop, bool narrow) const {
    const Color color = narrow ? theme_.bad : theme_.accent;
    if (!is_drawn(hop))
      canvas_.line(edge_towards(hop.from, hop.to), edge_towards(hop.to, hop.from),
                   {.color = color, .width = 3 * theme_.line, .dash = Dash::dashed});
    else if (narrow)
      for (const LinkId link : hop.way)
        canvas_.path(wire_of(link), {.color = color, .width = 4 * theme_.line});
  }

  // Writes the hop's width beside it, on the picture's outer side.
  void width_of(const RingHop& hop, bool narrow) const {
    const std::string words = width_text(hop);
    const double width = canvas_.width_of(words, theme_.small()) + 2.5 * theme_.gap,
                 height = 1.4 * theme_.small();
    const PicturePoint at = beside(hop, 0.5 * std::hypot(width, height) + 2 * theme_.line);
    const Area ground{at.x - width / 2, at.y - height / 2, width, height};
    canvas_.fill(ground, theme_.panel, 4);
    canvas_.frame(ground, {.color = narrow ? theme_.bad : theme_.accent, .width = theme_.line}, 4);
    canvas_.text(at, words,
                 {.color = theme_.words, .size = theme_.small(), .anchor = Anchor::middle, .bold = true});
  }

  // The GPU's place in the ring, "3.", at its upper right.
  void place(Rank rank, std::size_t number) const {
    const TopologyLayout::BoxPlace& placed = layout_.of_rank(rank);
    if (!placed.drawn()) return;
    const double radius = 0.85 * theme_.small();
    const PicturePoint at{placed.area.right() - 0.15 * placed.area.width,
                          placed.area.y + 0.15 * placed.area.height};
    canvas_.disc(at, radius, theme_.accent);
    canvas_.text(at, fmt::format("{}.", number),
                 {.color = theme_.on_accent, .size = theme_.small(), .anchor = Anchor::middle, .bold = true});
  }

 private:
  // Empty if the picture has no such wire.
  std::span<const PicturePoint> wire_of(LinkId link) const {
    const int wire = layout_.wiring.wire_of[link];
    if (wire < 0) return {};
    return layout_.wires[wire];
  }
  bool is_drawn(const RingHop& hop) const {
    return !hop.way.empty() &&
           std::ranges::none_of(hop.way, [&](LinkId link) { return wire_of(link).empty(); });
  }

  PicturePoint edge_towards(Rank from, Rank to) const {
    const PicturePoint a = layout_.of_rank(from).area.center(), b = layout_.of_rank(to).area.center();
    const Polyline whole = {a, b};
    return point_at(whole, layout_.of_rank(from).area.width / 2).at;
  }

  // A point beside the hop, a little before its middle, because the chords of a circle meet in the middle.
  PicturePoint beside(const RingHop& hop, double by) const {
    const Polyline straight = {edge_towards(hop.from, hop.to), edge_towards(hop.to, hop.from)};
    const std::span<const PicturePoint> way =
        is_drawn(hop) && hop.way.size() == 1 ? wire_of(hop.way.front()) : straight;
    const OnLine middle = point_at(way, 0.4 * length_of(way));
    const PicturePoint center = layout_.area.center();
    const double outwards =
        (middle.at.x - center.x) * -middle.along.y + (middle.at.y - center.y) * middle.along.x;
    const double side = outwards < 0 ? -by : by;
    return {middle.at.x - side * middle.along.y, middle.at.y + side * middle.along.x};
  }

  Canvas& canvas_;
  const TopologyLayout& layout_;
  const Theme& theme_;
};

}  // namespace

void draw_ring(Canvas& canvas, const TopologyLayout& layout, const DrawnRing& drawn, const Theme& theme) {
  assert((drawn.empty() || drawn.emphasis.nodes.size() == layout.wiring.box_of.size()) &&
         "drawn on the layout's machine");
  if (!layout.has_room() || drawn.empty()) return;
  const RingPainter painter(canvas, layout, theme);
  const RingHop* const narrowest = narrowest_of(drawn);
  const auto narrow = [&](const RingHop& hop) { return hop.width == narrowest->width; };
  const bool differ = !std::ranges::all_of(drawn.hops, narrow);
  for (const RingHop& hop : drawn.hops) painter.hop(hop, differ && narrow(hop));
  for (std::size_t i = 0; i < drawn.order.size(); ++i) painter.place(drawn.order[i], i + 1);
  if (narrowest) painter.width_of(*narrowest, differ);
}

}  // namespace commlab
