#include "gui/window/plot/placer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/plan/band.h"
#include "gui/picture/chart.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/plot/legend.h"
#include "gui/window/plot/words.h"

namespace commlab {
namespace {

constexpr double least_plot = 140;    // pixels, if the panel is twice as high
constexpr double low_plot = 2;        // lines of text; words give way to a plot that would be lower
constexpr double least_of_two = 0.6;  // of it: two curves need their names, even if they become lower

class PlotDivider {
 public:
  PlotDivider(const Canvas& canvas, const Area& area, const PlotShown& shown)
      : canvas_(canvas), shown_(shown), small_(shown.theme.small()), line_(line_height(shown.theme.small())) {
    layout_.all = area;
  }

  PlotLayout divide() && {
    const SweepState& sweep = shown_.sweep;
    const Area& all = layout_.all;
    const double gap = shown_.theme.gap;
    layout_.empty = sweep.points.empty() && !sweep.overlay;
    tabs();
    if (layout_.empty) {
      nothing();
      return std::move(layout_);
    }
    title();
    ranges();
    if (sweep.overlay) layout_.warning_text = mismatch_sentence(*sweep.overlay, shown_.kind, shown_.ranks);
    bottom_ = all.bottom() - gap / 2;
    layout_.above = line_ + 4;
    layout_.sizes.height = line_;
    const auto spare = [&] { return height_of_plot() - least() - height_of_badge(); };
    // A plot of bandwidth keeps its title for as long as it is not low.
    if (spare() < 0 && sweep.kind != PlotKind::busbw) layout_.title = {};
    layout_.marks = marks_of(sweep);
    sentence_at_the_foot(spare());
    const auto is_low = [&] { return height_of_plot() - height_of_badge() < low_plot * line_; };
    if (sweep.overlay) badge(is_low());
    if (is_low()) layout_.title = {};
    if (is_low()) layout_.sizes.height = 0;
    if (is_low()) layout_.above = 4;
    const double left = all.x + gap + label_width() + 6;
    layout_.plot = {left, top(), std::max(all.right() - gap - 4 - left, 8.0),
                    std::max(height_of_plot(), 8.0)};
    layout_.sizes = {all.x, bottom_ - layout_.sizes.height, all.width, layout_.sizes.height};
    legend();
    return std::move(layout_);
  }

 private:
  double least() const { return std::min(least_plot, layout_.all.height / 2); }

  double top() const {
    return std::max(layout_.title.bottom(), layout_.tabs.front().bottom()) + layout_.above;
  }

  double height_of_plot() const { return bottom_ - layout_.sizes.height - 4 - top(); }

  Area from_below(double height) {
    bottom_ -= height;
    const double gap = shown_.theme.gap;
    return {layout_.all.x + gap, bottom_, layout_.all.width - 2 * gap, height};
  }

  // Why there is no plot, and buttons that make one. If not all fits, the words are left out.
  void nothing() {
    const double gap = shown_.theme.gap, button = shown_.theme.button;
    const Area room{layout_.all.x + gap, layout_.tabs.front().bottom() + gap, layout_.all.width - 2 * gap,
                    layout_.all.bottom() - layout_.tabs.front().bottom() - 2 * gap};
    const double side_by_side = (room.width - gap) / 2;
    double widest = 0;
    for (const PlotButton& b : plot_buttons)
      widest = std::max(widest, canvas_.width_of(b.words, small_) + 2 * gap);
    const bool stacked = widest > side_by_side;
    const std::size_t count = shown_.predicting ? 0 : plot_buttons.size();
    const double rows = static_cast<double>(stacked ? count : std::min<std::size_t>(count, 1));
    const double buttons = rows * (button + gap);
    std::string words = shown_.predicting ? "Predicting all sizes …" : "No other sizes were predicted yet.";
    double height = height_of_paragraph(words, room.width, small_, canvas_);
    if (height + gap + buttons > room.height) words.clear(), height = 0;
    double y = room.y + std::max(0.0, (room.height - height - buttons) / 2);
    layout_.nothing = words;
    layout_.nothing_place = {room.x, y, room.width, height};
    y += height > 0 ? height + gap : 0;
    const double width = stacked ? std::min(room.width, widest) : widest;
    const double all = stacked ? width : 2 * width + gap;
    for (std::size_t i = 0; i < count; ++i) {
      const auto k = static_cast<double>(i);
      layout_.buttons.push_back({room.x + (room.width - all) / 2 + (stacked ? 0 : k * (width + gap)),
                                 y + (stacked ? k * (button + gap) : 0), width, button});
    }
  }

  // In the plot if there is room; else above it, if the plot stays high enough; else nowhere.
  void legend() {
    if (legend_in_a_corner(layout_, shown_, canvas_)) return;
    const double left = layout_.all.x + shown_.theme.gap;
    const double lines = legend_in_lines(layout_, shown_, canvas_, {left, top() - layout_.above},
                                         layout_.all.right() - shown_.theme.gap - left);
    const double least_height = shown_.sweep.former ? least_of_two * least() : least();
    if (layout_.plot.height - lines < least_height) return layout_.legend.clear();
    layout_.plot.y += lines;
    layout_.plot.height -= lines;
  }

  // All of the sentence, or as much as one line holds, or nothing: the plot needs the room more.
  void sentence_at_the_foot(double room) {
    layout_.sentence = sentence();
    const double width = layout_.all.width - 2 * shown_.theme.gap;
    const double whole = height_of_paragraph(layout_.sentence, width, small_, canvas_);
    if (room < line_) return;
    layout_.sentence_shown =
        room < whole ? shortened(layout_.sentence, width, small_, canvas_) : layout_.sentence;
    layout_.words = from_below(room < whole ? line_ : whole);
  }

  double height_of_badge() const {
    if (!shown_.sweep.overlay || layout_.badge.height > 0) return 0;
    return line_ + 1.5 * shown_.theme.gap + (layout_.warning_text.empty() ? 0 : line_);
  }

  // Where the plot is low, the badge begins with the warning, which has no line of its own then.
  void badge(bool low) {
    const Overlay& table = *shown_.sweep.overlay;
    const double gap = shown_.theme.gap;
    layout_.badge_text = fmt::format("recorded elsewhere: {}; {}", table.title, table.badge);
    if (low && !layout_.warning_text.empty())
      layout_.badge_text = fmt::format("{}; {}", std::exchange(layout_.warning_text, {}), layout_.badge_text);
    layout_.badge = from_below(line_ + gap);
    layout_.badge_shown = shortened(layout_.badge_text, layout_.badge.width - 2 * gap, small_, canvas_);
    bottom_ -= gap / 2;
    if (layout_.warning_text.empty()) return;
    layout_.warning = from_below(line_);
    layout_.warning_shown = shortened(layout_.warning_text, layout_.warning.width, small_, canvas_);
  }

  // Beside the tabs if there is room, else below.
  void title() {
    const Area& all = layout_.all;
    const Area& last = layout_.tabs.back();
    const double gap = shown_.theme.gap, left = last.right() + gap;
    const std::string_view words = plot_tabs[static_cast<int>(shown_.sweep.kind)].title;
    layout_.title = {left, last.y, all.right() - gap - left, last.height};
    if (canvas_.width_of(words, small_) > layout_.title.width)
      layout_.title = {all.x + gap, last.bottom() + 2, all.width - 2 * gap, line_};
  }

  void tabs() {
    double x = layout_.all.x + shown_.theme.gap;
    const double height = shown_.theme.button;
    for (const PlotTab& tab : plot_tabs) {
      const double width = canvas_.width_of(tab.word, small_) + 2 * shown_.theme.gap;
      layout_.tabs.push_back({x, layout_.all.y + 2, width, height});
      x += width + 4;
    }
  }

  void ranges() {
    const SweepState& sweep = shown_.sweep;
    const PlotValues values{sweep.kind, shown_.kind, shown_.ranks};
    LogRange x, y;
    x.take(bytes_on_axis(shown_.size));
    if (sweep.dragged) x.take(bytes_on_axis(*sweep.dragged));
    for (const SweepPoint& point : sweep.points) {
      x.take(bytes_on_axis(point.size));
      if (sweep.kind != PlotKind::ratio) y.take(values.of(point.size, point.predicted, point.predicted));
      if (sweep.kind != PlotKind::ratio && point.band)
        for (const Time end : {low_end(point.predicted, *point.band), high_end(point.predicted, *point.band)})
          y.take(values.of(point.size, end, point.predicted));
      if (!point.measured) continue;
      for (const Time t : {*point.measured, point.measured_min, point.measured_max})
        if (t.ps > 0) y.take(values.of(point.size, t, point.predicted));
    }
    // Where a bound is far below the time, it would flatten the other lines, so it may lie outside the plot;
    // but not that of the largest size.
    constexpr int far = 5;
    const auto counts = [&](const SweepPoint& point) {
      return point.bound && point.bound->ps > 0 &&
             (&point == &sweep.points.back() || far * *point.bound >= point.predicted);
    };
    for (const SweepPoint& point : sweep.points)
      if (sweep.kind != PlotKind::ratio && counts(point)) y.take(values.of(point.size, *point.bound, {}));
    if (sweep.former && sweep.kind != PlotKind::ratio)
      for (const SweepPoint& point : sweep.former->points) {
        x.take(bytes_on_axis(point.size));
        y.take(values.of(point.size, point.predicted, point.predicted));
      }
    if (sweep.overlay) {
      const PlotValues theirs{sweep.kind, sweep.overlay->collective, sweep.overlay->ranks};
      for (const Overlay::Row& row : sweep.overlay->rows) {
        x.take(bytes_on_axis(row.size));
        y.take(theirs.of(row.size, row.measured, row.predicted));
        if (sweep.kind != PlotKind::ratio) y.take(theirs.of(row.size, row.predicted, row.predicted));
      }
    }
    if (sweep.kind == PlotKind::ratio)
      for (const double band : {1 / (1 + fair_prediction), 1 / (1 - fair_prediction)}) y.take(band);
    layout_.x = widened(x, x.least * 16 > x.most ? 4 : 1.4);
    layout_.y = widened(y, y.least * 4 > y.most && sweep.kind != PlotKind::ratio ? 2 : 1.3);
  }

  double label_width() const {
    double width = 0;
    for (const double tick : log_ticks(layout_.y, false, 6))
      width = std::max(
          width,
          canvas_.width_of(PlotValues{shown_.sweep.kind, shown_.kind, shown_.ranks}.label(tick), small_));
    return width;
  }

  std::string sentence() const {
    const SweepState& sweep = shown_.sweep;
    const std::vector<PlotPair> here = pairs_of(sweep.points);
    if (!here.empty()) return accuracy_sentence(here);
    if (sweep.overlay) return "published setup, predicted: " + accuracy_sentence(pairs_of(*sweep.overlay));
    const std::string marks = marks_sentence(layout_.marks, sweep, shown_.algorithm);
    return marks.empty() ? "predicted only: nothing was measured here" : "predicted only: " + marks;
  }

  const Canvas& canvas_;
  const PlotShown& shown_;
  double small_, line_;
  double bottom_ = 0;  // the room below is already used
  PlotLayout layout_;
};

}  // namespace

PlotLayout lay_out_plot(const Canvas& canvas, const Area& area, const PlotShown& shown) {
  return PlotDivider(canvas, area, shown).divide();
}

}  // namespace commlab
