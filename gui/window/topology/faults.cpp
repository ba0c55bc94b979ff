#include "gui/window/topology/faults.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <tuple>

namespace commlab {
namespace {

class FaultPainter {
 public:
  FaultPainter(Canvas& canvas, const TopologyLayout& layout, const TopologyIndex& index, const Theme& theme)
      : canvas_(canvas), layout_(layout), index_(index), theme_(theme) {}

  void draw() const {
    for (const auto& [a, b] : index_.cuts) {
      const int from = layout_.wiring.box_of[a], to = layout_.wiring.box_of[b];
      if (from >= 0 && to >= 0 && layout_.places[from].drawn() && layout_.places[to].drawn())
        draw_cut(layout_.places[from].area, layout_.places[to].area);
    }
    std::vector<bool> told(layout_.wires.size(), false);
    std::vector<Area> standing;
    for (std::size_t link = 0; link < index_.edits.size(); ++link) {
      const int wire = layout_.wiring.wire_of[link];
      if (index_.edits[link].empty() || wire < 0 || told[wire] || layout_.wires[wire].empty()) continue;
      told[wire] = true;
      if (standing.empty()) standing = what_stands();
      standing.push_back(draw_edit(layout_.wires[wire], index_.edits[link], standing));
    }
  }

 private:
  double line_width(double width) const { return width * theme_.line; }

  // The boxes and names that a tag must not cover.
  std::vector<Area> what_stands() const {
    std::vector<Area> standing;
    const auto add_name = [&](PicturePoint middle, double width) {
      standing.push_back({middle.x - width / 2, middle.y - layout_.letters / 2, width, layout_.letters});
    };
    for (const TopologyLayout::BoxPlace& placed : layout_.places) {
      if (!placed.drawn()) continue;
      standing.push_back(placed.area);
      if (!placed.name.empty()) add_name(placed.label, placed.label_width);
    }
    for (const TopologyLayout::Tile& tile : layout_.tiles)
      if (!tile.title.empty()) add_name(tile.label, canvas_.width_of(tile.title, layout_.letters));
    return standing;
  }

  void draw_cut(const Area& from, const Area& to) const {
    const Polyline whole = {from.center(), to.center()};
    const double length = length_of(whole);
    const double first = std::min(from.width, from.height) / 2, last = std::min(to.width, to.height) / 2;
    if (length <= first + last) return;
    canvas_.path(part_of(whole, first, length - last),
                 {.color = theme_.bad, .width = line_width(2), .dash = Dash::dashed});
    const PicturePoint at = point_at(whole, length * 0.4).at;
    const double arm = 0.6 * layout_.letters;
    for (const double side : {-1.0, 1.0})
      canvas_.line({at.x - arm, at.y - side * arm}, {at.x + arm, at.y + side * arm},
                   {.color = theme_.bad, .width = line_width(3)});
  }

  // Dashes over the link, so that you still see how full it is. Returns the place of its tag.
  Area draw_edit(const Polyline& link, const std::string& edit, const std::vector<Area>& standing) const {
    canvas_.path(link, {.color = theme_.bad, .width = line_width(2.5), .dash = Dash::dashed});
    const double wide = canvas_.width_of(edit, layout_.letters) + 10, high = layout_.letters * 1.35;
    const Area tag = place_of_tag(link, wide, high, standing);
    canvas_.fill(tag, theme_.panel, 3);
    canvas_.frame(tag, {.color = theme_.bad, .width = line_width(1)}, 3);
    canvas_.text(tag.center(), edit,
                 {.color = theme_.bad, .size = layout_.letters, .anchor = Anchor::middle});
    return tag;
  }

  // Beside the middle of the link, where messages do not pass. If something stands there, the nearest free
  // place beside the link.
  Area place_of_tag(const Polyline& link, double wide, double high, const std::vector<Area>& standing) const {
    Area best;
    int least = INT_MAX;
    for (const double away : {1.0, -1.0, 2.0, -2.0, 0.0})
      for (const double share : {0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74}) {
        const OnLine on = point_at(link, share * length_of(link));
        const double half = (std::abs(on.along.y) * wide + std::abs(on.along.x) * high) / 2;
        const double by = away * (half + layout_.letters);
        const Area tried = {on.at.x - on.along.y * by - wide / 2, on.at.y + on.along.x * by - high / 2, wide,
                            high};
        const bool inside = layout_.area.has({tried.x, tried.y}) &&
                            layout_.area.has({tried.right(), tried.bottom() + 1.6 * layout_.letters});
        const int met = (inside ? 0 : 2) + static_cast<int>(std::ranges::count_if(
                                               standing, [&](const Area& a) { return a.overlaps(tried); }));
        if (met < least) std::tie(least, best) = std::tuple(met, tried);
        if (least == 0) return best;
      }
    return best;
  }

  Canvas& canvas_;
  const TopologyLayout& layout_;
  const TopologyIndex& index_;
  const Theme& theme_;
};

}  // namespace

void draw_faults(Canvas& canvas, const TopologyLayout& layout, const TopologyIndex& index,
                 const Theme& theme) {
  FaultPainter(canvas, layout, index, theme).draw();
}

}  // namespace commlab
