#include "gui/window/topology/wires.h"

#include <algorithm>
#include <array>

#include "gui/picture/look.h"

namespace commlab {
namespace {

constexpr std::size_t most_dashed = 48;  // of more wires, all are solid
constexpr double unused_wire = 0.4;      // how strong a wire is at a GPU on which no rank runs
constexpr double calm = 0.45;            // how strong a wire is while others stand out

class WirePainter {
 public:
  WirePainter(Canvas& canvas, const TopologyLayout& layout, const TopologyIndex& index, const Shown& shown)
      : canvas_(canvas),
        layout_(layout),
        shown_(shown),
        theme_(shown.theme),
        trace_(shown.scene.trace()),
        critical_(layout.wires.size(), false),
        out_(layout.wires.size()),
        node_out_(layout.places.size(), false) {
    for (std::size_t node = 0; node < layout.wiring.box_of.size() && shown.emphasis; ++node)
      if (layout.wiring.box_of[node] >= 0 && shown.emphasis->has_node(static_cast<NodeId>(node)))
        node_out_[layout.wiring.box_of[node]] = true;
    for (std::size_t link = 0; link < layout.wiring.wire_of.size(); ++link) {
      const int wire = layout.wiring.wire_of[link];
      if (wire < 0) continue;
      if (shown.view.critical && link < index.critical.size() && index.critical[link]) critical_[wire] = true;
      if (!shown.emphasis || !shown.emphasis->has_link(static_cast<LinkId>(link))) continue;
      const int from = layout.wiring.box_of[trace_.topology.links[link].from];
      (from == layout.wiring.wires[wire].a ? out_[wire].forward : out_[wire].back) = true;
    }
  }

  void draw() const {
    for (int wire = 0; wire < static_cast<int>(layout_.wires.size()); ++wire)
      if (!layout_.wires[wire].empty()) draw(wire);
  }

 private:
  struct StandsOut {
    bool forward = false;  // from its `a` to its `b`
    bool back = false;
    bool any() const { return forward || back; }
  };

  double line_width(double width) const { return width * theme_.line; }
  double width_of(int wire) const {
    return layout_.detail == TopologyDetail::labelled ? idle_width(layout_.wiring.wires[wire]) : 1;
  }
  bool is_of(const std::optional<LinkId>& link, int wire) const {
    return link && layout_.wiring.wire_of[*link] == wire;
  }

  // False if it ends at a GPU on which no rank runs.
  bool is_used(const Wire& wire) const {
    const auto without_rank = [&](int box) {
      return layout_.wiring.boxes[box].type == NodeType::gpu &&
             layout_.first_rank + box >= trace_.collective.ranks;
    };
    return !without_rank(wire.a) && !without_rank(wire.b);
  }

  // While GPUs stand out, wires between two of them are seen well.
  Color color_at_rest(const Wire& wire) const {
    if (shown_.emphasis && ends_stand_out(wire)) return theme_.edge;
    if (shown_.emphasis) return theme_.idle_link.faded(calm);
    return is_used(wire) ? theme_.idle_link : theme_.idle_link.faded(unused_wire);
  }
  bool ends_stand_out(const Wire& wire) const { return node_out_[wire.a] && node_out_[wire.b]; }

  void draw(int wire) const {
    const Polyline& points = layout_.wires[wire];
    const bool chosen = is_of(shown_.view.selected.link, wire), near = is_of(shown_.view.hovered.link, wire);
    if (chosen || near)
      canvas_.path(points,
                   {.color = chosen ? theme_.accent : theme_.accent.faded(0.5), .width = line_width(9)});
    if (critical_[wire]) {
      canvas_.path(points, {.color = theme_.accent, .width = line_width(5)});
      canvas_.path(points, {.color = theme_.panel, .width = line_width(2.5)});
    }
    const bool stands_out = out_[wire].any();
    if (stands_out) canvas_.path(points, {.color = theme_.accent, .width = line_width(width_of(wire) + 8)});
    const Color color = stands_out ? theme_.panel : color_at_rest(layout_.wiring.wires[wire]);
    canvas_.path(points, {.color = color,
                          .width = line_width(width_of(wire)),
                          .dash = layout_.wires.size() <= most_dashed && !stands_out
                                      ? dash_of(layout_.wiring.wires[wire].type)
                                      : Dash::solid});
    if (stands_out && shown_.emphasis->is_cut) draw_cut(points);
    if (stands_out && out_[wire].forward != out_[wire].back) draw_head(points, out_[wire].forward);
  }

  // A dashed line across the middle of a link that belongs to a cut.
  void draw_cut(const Polyline& points) const {
    const OnLine middle = point_at(points, length_of(points) / 2);
    const double reach = 1.1 * layout_.letters;
    const PicturePoint by{-middle.along.y * reach, middle.along.x * reach};
    canvas_.line({middle.at.x - by.x, middle.at.y - by.y}, {middle.at.x + by.x, middle.at.y + by.y},
                 {.color = theme_.bad, .width = line_width(2.5), .dash = Dash::dashed});
  }

  // An arrow head in the link's direction.
  void draw_head(const Polyline& points, bool forward) const {
    const double length = length_of(points), size = line_width(14);
    const OnLine tip = point_at(points, (forward ? 0.68 : 0.32) * length);
    const double sign = forward ? 1 : -1;
    const PicturePoint along{tip.along.x * sign, tip.along.y * sign};
    const std::array<PicturePoint, 3> head = {tip.at,
                                              PicturePoint{tip.at.x - size * (along.x + 0.6 * along.y),
                                                           tip.at.y - size * (along.y - 0.6 * along.x)},
                                              PicturePoint{tip.at.x - size * (along.x - 0.6 * along.y),
                                                           tip.at.y - size * (along.y + 0.6 * along.x)}};
    canvas_.polygon(head, theme_.accent);
  }

  Canvas& canvas_;
  const TopologyLayout& layout_;
  const Shown& shown_;
  const Theme& theme_;
  const Trace& trace_;
  std::vector<bool> critical_;  // wires that the critical path passes
  std::vector<StandsOut> out_;  // each wire's directions that stand out
  std::vector<bool> node_out_;  // for each box: it stands out
};

}  // namespace

double idle_width(const Wire& wire) {
  constexpr double thin = 1.2, most_told_apart = 6;
  if (wire.type != LinkType::nvlink) return thin;
  return std::min<double>(std::max(1, wire.lanes), most_told_apart) + 0.6;
}

void draw_wires(Canvas& canvas, const TopologyLayout& layout, const TopologyIndex& index,
                const Shown& shown) {
  WirePainter(canvas, layout, index, shown).draw();
}

}  // namespace commlab
