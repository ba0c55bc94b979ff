#include "gui/window/topology/picture.h"
#include "gui/window/topology/marker.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "gui/window/run/run_index.h"
#include "gui/window/topology/arrivals.h"
#include "gui/window/topology/buffers.h"
#include "gui/window/topology/faults.h"
#include "gui/window/topology/gpus.h"
#include "gui/window/topology/holdings.h"
#include "gui/window/topology/legend.h"
#include "gui/window/topology/messages.h"
#include "gui/window/topology/placer/placer.h"
#include "gui/window/topology/rate_labels.h"
#include "gui/window/topology/wires.h"

namespace commlab {
namespace {

constexpr std::size_t most_framed = 16;  // tiles
constexpr std::size_t many_flows = 24;   // between them

class TopologyPainter {
 public:
  TopologyPainter(Canvas& canvas, const TopologyLayout& layout, const TopologyIndex& index,
                  const TopologyMarks& marks, const Shown& shown)
      : canvas_(canvas),
        layout_(layout),
        index_(index),
        marks_(marks),
        shown_(shown),
        theme_(shown.theme),
        trace_(shown.scene.trace()) {}

  void draw() const {
    draw_tiles();
    draw_wires(canvas_, layout_, index_, shown_);
    draw_strands(canvas_, layout_, marks_, shown_);
    draw_boxes();
    if (layout_.grid.drawn())
      draw_buffers(canvas_, layout_, index_, shown_);
    else
      draw_gpus(canvas_, layout_, index_, shown_);
    draw_flows();
    name_tiles();
    draw_faults(canvas_, layout_, index_, theme_);
    draw_tokens(canvas_, layout_, marks_, shown_);
    draw_rate_labels(canvas_, layout_, marks_, shown_);
    if (layout_.grid.drawn()) draw_additions(canvas_, layout_, marks_, shown_);
    draw_groups();
  }

 private:
  using BoxPlace = TopologyLayout::BoxPlace;

  double line_width(double width) const { return width * theme_.line; }
  void words(PicturePoint at, std::string_view text, Color color) const {
    canvas_.text(at, text, {.color = color, .size = layout_.letters, .anchor = Anchor::middle});
  }

  // -- What stands still

  void draw_tiles() const {
    for (const TopologyLayout::Tile& tile : layout_.tiles) {
      canvas_.fill(tile.area, blend(theme_.panel, theme_.raised, 0.45));
      if (layout_.tiles.size() <= most_framed)
        canvas_.frame(tile.area, {.color = theme_.edge.faded(0.6), .width = line_width(1)}, 0);
    }
  }
  // On a ground of their own where messages would cross them.
  void name_tiles() const {
    for (const TopologyLayout::Tile& tile : layout_.tiles) {
      if (tile.title.empty()) continue;
      if (!marks_.flows.empty()) {
        const double wide = canvas_.width_of(tile.title, layout_.letters), high = 1.2 * layout_.letters;
        canvas_.fill({tile.label.x - wide / 2 - 2, tile.label.y - high / 2, wide + 4, high},
                     blend(theme_.panel, theme_.raised, 0.45), 3);
      }
      words(tile.label, tile.title, theme_.quiet);
    }
  }

  bool stands_out(int box) const {
    if (!shown_.emphasis) return false;
    for (std::size_t node = 0; node < layout_.wiring.box_of.size(); ++node)
      if (layout_.wiring.box_of[node] == box && shown_.emphasis->has_node(static_cast<NodeId>(node)))
        return true;
    return false;
  }

  void draw_boxes() const {
    for (std::size_t id = 0; id < layout_.places.size(); ++id) {
      const BoxPlace& placed = layout_.places[id];
      if (!placed.drawn() || layout_.wiring.boxes[id].type == NodeType::gpu) continue;
      const double rounding = layout_.detail == TopologyDetail::labelled ? 4 : 0;
      canvas_.fill(placed.area, theme_.raised, rounding);
      if (layout_.detail == TopologyDetail::labelled || placed.bar)
        canvas_.frame(placed.area, {.color = theme_.edge, .width = line_width(1)}, rounding);
      if (stands_out(static_cast<int>(id)))
        canvas_.frame(placed.area.inset(-line_width(2)), {.color = theme_.accent, .width = line_width(3)},
                      rounding);
      if (!placed.name.empty()) words(placed.label, placed.name, theme_.words);
    }
  }

  // A tile for each group of ranks; the open one is the one that is drawn above.
  void draw_groups() const {
    const TopologyLayout::Groups& groups = layout_.groups;
    if (!groups.drawn()) return;
    canvas_.text(groups.label, groups.title, {.color = theme_.words, .size = layout_.letters});
    for (int n = 0; n < groups.count; ++n) {
      canvas_.fill(groups.tile(n), n == groups.open ? theme_.accent : theme_.edge);
    }
  }

  // -- What moves

  // The more bytes a second, the wider; many are thinner, so that the tiles stay visible.
  void draw_flows() const {
    if (marks_.flows.empty()) return;
    const double most = std::max(1.0, marks_.flows.front().bytes_per_second);
    const double widest = marks_.flows.size() > many_flows ? 0.7 : 2.5;
    for (auto flow = marks_.flows.rbegin(); flow != marks_.flows.rend(); ++flow) {
      const double share = flow->bytes_per_second / most;
      const Area& from = layout_.tiles[flow->from].area;
      const Area& to = layout_.tiles[flow->to].area;
      const double length = distance(from.center(), to.center());
      if (length < 1) continue;
      // From tile to tile; both ends lie a little inside the tiles.
      const double into = 0.3 * std::min(from.width, from.height);
      const Polyline whole = {from.center(), to.center()};
      const OnLine tail = point_at(whole, into), head = point_at(whole, length - into);
      const Color color = blend(theme_.idle_link, theme_.busy_link, 0.3 + 0.7 * share);
      const double width = line_width(1 + widest * share), tip = width + line_width(3);
      const OnLine neck = point_at(whole, length - into - tip);
      canvas_.line(tail.at, neck.at, {.color = color, .width = width});
      const PicturePoint side = {-head.along.y * tip * 0.6, head.along.x * tip * 0.6};
      const std::array<PicturePoint, 3> arrow = {PicturePoint{neck.at.x + side.x, neck.at.y + side.y},
                                                 head.at,
                                                 PicturePoint{neck.at.x - side.x, neck.at.y - side.y}};
      canvas_.polygon(arrow, color);
    }
  }

  Canvas& canvas_;
  const TopologyLayout& layout_;
  const TopologyIndex& index_;
  const TopologyMarks& marks_;
  const Shown& shown_;
  const Theme& theme_;
  const Trace& trace_;
};

}  // namespace

void draw_topology(Canvas& canvas, const TopologyLayout& layout, const TopologyIndex& index,
                   const TopologyMarks& marks, const Shown& shown) {
  assert((marks.traffic.empty() || marks.traffic.size() == shown.scene.trace().topology.links.size()) &&
         "the marks are of what is shown");
  if (layout.has_room()) TopologyPainter(canvas, layout, index, marks, shown).draw();
  draw_legend(canvas, layout.area, layout, index, marks, shown);
}

void draw_topology(Canvas& canvas, const Area& area, const Shown& shown) {
  const TopologyLayout layout = lay_out(shown.scene.trace(), area, shown.theme.small(), shown.theme.line,
                                        may_show_buffers(shown.scene));
  const TopologyIndex& index = shown.scene.index->topology;
  draw_topology(canvas, layout, index, marks_of(layout, index, shown), shown);
}

}  // namespace commlab
