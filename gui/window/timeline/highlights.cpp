#include "gui/window/timeline/highlights.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/window/timeline/painter.h"

namespace commlab {
namespace {

constexpr int most_chain_links = 300;  // of the critical path

// Highlights that are drawn over the bars, or over the texture that replaces them.
class OverBars : public TimelinePainter {
 public:
  using TimelinePainter::TimelinePainter;

  // The critical path: transfers that each waited for the one before.
  void chain() {
    const std::span<const std::int32_t> chain = shown_.scene.run.critical();
    int drawn = 0;
    std::optional<PicturePoint> before;
    const Line line{theme_.bad, line_width(2.5)};
    for (const std::int32_t i : chain) {
      const Transfer& t = transfer(trace_, i);
      const std::optional<Area> area = bar_area(i);
      if (!area || t.end < at_.scale.first() || t.start > at_.scale.last()) {
        before.reset();
        continue;
      }
      if (++drawn > most_chain_links) break;
      if (area->width >= 3 && area->height >= 3) canvas_.frame(*area, line);
      const PicturePoint in{area->x, area->center().y};
      if (before && (std::abs(before->y - in.y) > 1 || in.x - before->x > 1)) canvas_.line(*before, in, line);
      before = PicturePoint{area->right(), in.y};
    }
  }

  // The selected transfer, with arrows to its receivers.
  void selected() {
    if (!shown_.view.selected.transfer) return;
    const std::int32_t i = *shown_.view.selected.transfer;
    const Transfer& t = transfer(trace_, i);
    const std::optional<Area> area = bar_area(i);
    if (!area) return;
    const Line line{theme_.accent, line_width(2.5)};
    canvas_.frame(Area{area->x - 1, area->y - 1, area->width + 2, area->height + 2}, line);
    if (rows_.scene.rows_of == Rows::links || !rows_.scene.row_of_copy.empty()) return;
    constexpr std::size_t most_arrows = 8;
    const std::span<const Rank> receivers = trace_.receivers(t);
    for (std::size_t k = 0; k < std::min(receivers.size(), most_arrows); ++k)
      if (const int row = rows_.scene.row_of_rank(receivers[k]); row >= 0) arrow(*area, row, x(t.end), line);
  }

 private:
  Area row_area(int row) const { return {at_.rows.x, at_.row_top(row), at_.rows.width, at_.row_height}; }

  // The area of a transfer's bar; nullopt if it has none.
  std::optional<Area> bar_area(std::int32_t i) const {
    const Transfer& t = transfer(trace_, i);
    const int row = rows_.scene.row(t, trace_);
    if (row < 0) return std::nullopt;
    const auto start = [&](std::int32_t k) { return transfer(trace_, k).start; };
    for (const Track& track : at_.tracks) {
      if (track.trace != &trace_ || track.row != row) continue;
      auto found = std::ranges::lower_bound(track.transfers, t.start, {}, start);
      while (found != track.transfers.end() && *found != i && start(*found) == t.start) ++found;
      if (found == track.transfers.end() || *found != i) continue;
      double right = x(t.end);
      if (found + 1 != track.transfers.end()) right = std::min(right, x(start(*(found + 1))));
      return Area{x(t.start), track.y, std::max(right - x(t.start), 1.0), track.height};
    }
    Area area = row_area(row);
    area.x = x(t.start);
    area.width = std::max(x(t.end) - area.x, 1.0);
    return area;
  }

  void arrow(const Area& from, int row, double at, const Line& line) {
    const Area target = row_area(row);
    const bool down = target.center().y > from.center().y;
    if (row_area(row).has({target.x, from.center().y})) return;
    const double tip = down ? target.y + target.height * 0.3 : target.bottom() - target.height * 0.3;
    const double head = std::clamp(at_.row_height * 0.3, 4.0, 9.0) * (down ? -1 : 1);
    canvas_.line({at, down ? from.bottom() : from.y}, {at, tip + head}, line);
    const std::array triangle = {PicturePoint{at, tip}, PicturePoint{at - std::abs(head) * 0.7, tip + head},
                                 PicturePoint{at + std::abs(head) * 0.7, tip + head}};
    canvas_.polygon(triangle, line.color);
  }
};

}  // namespace

void draw_critical_chain(Canvas& canvas, const TimelineLayout& layout, const Shown& shown,
                         const TimelineRows& rows) {
  OverBars(canvas, layout, shown, rows).chain();
}

void draw_selected_transfer(Canvas& canvas, const TimelineLayout& layout, const Shown& shown,
                            const TimelineRows& rows) {
  OverBars(canvas, layout, shown, rows).selected();
}

}  // namespace commlab
