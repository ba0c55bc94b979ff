#include "gui/window/plot/picture.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/plan/band.h"
#include "gui/picture/chart.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/plot/hint.h"
#include "gui/window/plot/words.h"

namespace commlab {
namespace {

class PlotDrawing {
 public:
  PlotDrawing(Canvas& canvas, const PlotLayout& layout, const PlotShown& shown)
      : canvas_(canvas),
        at_(layout),
        shown_(shown),
        theme_(shown.theme),
        sweep_(shown.sweep),
        values_{shown.sweep.kind, shown.kind, shown.ranks},
        small_(shown.theme.small()),
        line_(shown.theme.line) {}

  void draw() {
    tabs();
    if (at_.empty) return nothing_yet();
    title();
    if (sweep_.kind == PlotKind::ratio) bands();
    grid();
    canvas_.clip(at_.plot);
    marks();
    lines();
    if (sweep_.overlay) overlay(*sweep_.overlay);
    measured();
    canvas_.unclip();
    legend();
    cursor();
    badge();
    draw_paragraph(canvas_, {at_.words.x, at_.words.y}, at_.words.width, at_.sentence_shown,
                   {theme_.words, small_});
    if (shown_.pointer) draw_plot_hint(canvas_, at_, shown_, *shown_.pointer);
  }

 private:
  Color prediction() const { return theme_.accent; }
  Color measurement() const { return theme_.chunk[5]; }
  Color published() const { return theme_.chunk[2]; }
  PicturePoint at(Bytes size, double value) const { return {at_.x_of(bytes_on_axis(size)), at_.y_of(value)}; }

  void tabs() {
    for (std::size_t i = 0; i < at_.tabs.size(); ++i) {
      const bool chosen = static_cast<PlotKind>(i) == sweep_.kind;
      canvas_.fill(at_.tabs[i], chosen ? theme_.accent : theme_.raised, 4);
      canvas_.text(at_.tabs[i].center(), plot_tabs[i].word,
                   {chosen ? theme_.on_accent : theme_.words, small_, Anchor::middle});
    }
  }

  void title() {
    if (at_.title.height == 0) return;
    const PlotTab& tab = plot_tabs[static_cast<int>(sweep_.kind)];
    std::string words = fmt::format("{}{}", tab.title, tab.remark);
    if (canvas_.width_of(words, small_) > at_.title.width) words = tab.title;
    canvas_.text({at_.title.x, at_.title.center().y}, words, {theme_.quiet, small_});
  }

  void nothing_yet() {
    if (!at_.nothing.empty())
      draw_paragraph(canvas_, {at_.nothing_place.x, at_.nothing_place.y}, at_.nothing_place.width,
                     at_.nothing, {theme_.words, small_, Anchor::middle});
    for (std::size_t i = 0; i < at_.buttons.size(); ++i) {
      const Area& button = at_.buttons[i];
      const bool pointed = shown_.pointer && button.has(*shown_.pointer);
      canvas_.fill(button, pointed ? blend(theme_.raised, theme_.words, 0.15) : theme_.raised, 4);
      canvas_.frame(button, {theme_.edge, line_}, 4);
      canvas_.text(button.center(),
                   shortened(plot_buttons[i].words, button.width - theme_.gap, small_, canvas_),
                   {theme_.words, small_, Anchor::middle});
    }
  }

  // The bands within 10 and within 25 percent of the prediction.
  void bands() {
    for (const double width : {fair_prediction, good_prediction}) {
      const double top = at_.y_of(1 / (1 - width)), bottom = at_.y_of(1 / (1 + width));
      canvas_.fill({at_.plot.x, top, at_.plot.width, bottom - top}, theme_.good.faded(0.14));
    }
    canvas_.line({at_.plot.x, at_.y_of(1)}, {at_.plot.right(), at_.y_of(1)}, {theme_.words, 1.5 * line_});
  }

  void grid() {
    const Line faint{theme_.edge.faded(0.35), 1};
    double free_below = at_.all.bottom();
    for (const double tick :
         log_ticks(at_.y, false,
                   std::max<std::size_t>(2, static_cast<std::size_t>(at_.plot.height / (2.2 * small_))))) {
      const double y = at_.y_of(tick);
      canvas_.line({at_.plot.x, y}, {at_.plot.right(), y}, faint);
      if (y + 0.65 * small_ > free_below) continue;
      canvas_.text({at_.plot.x - 6, y}, values_.label(tick), {theme_.quiet, small_, Anchor::end});
      free_below = y - 0.65 * small_;
    }
    const double widest = canvas_.width_of("512 KiB", small_) + small_;
    double free_from = at_.all.x;
    for (const double tick : log_ticks(
             at_.x, true, std::max<std::size_t>(1, static_cast<std::size_t>(at_.plot.width / widest)))) {
      const double x = at_.x_of(tick);
      canvas_.line({x, at_.plot.y}, {x, at_.plot.bottom()}, faint);
      if (at_.sizes.height == 0) continue;
      const std::string label = size_label(tick);
      const double half = canvas_.width_of(label, small_) / 2;
      if (x - half < free_from || x + half > at_.all.right()) continue;
      canvas_.text({x, at_.sizes.center().y}, label, {theme_.quiet, small_, Anchor::middle});
      free_from = x + half + 0.5 * small_;
    }
    canvas_.frame(at_.plot, {theme_.edge, line_});
  }

  Line predicted_line() const { return {prediction(), 2.2 * line_}; }
  Line former_line() const { return {theme_.quiet, 1.6 * line_}; }
  Line bound_line() const { return {theme_.words, 1.5 * line_, Dash::dashed}; }
  Line published_line() const { return {published(), 1.5 * line_}; }

  // Where four of five calls are expected, from one point to the next.
  template <class Points>
  void band(const Points& points, const PlotValues& values, Color color) {
    const auto ends = [&](const auto& point) {
      return std::pair{at(point.size, values.of(point.size, low_end(point.predicted, *point.band), {})),
                       at(point.size, values.of(point.size, high_end(point.predicted, *point.band), {}))};
    };
    for (std::size_t i = 1; i < points.size(); ++i) {
      if (!points[i - 1].band || !points[i].band) continue;
      const auto [low, high] = ends(points[i - 1]);
      const auto [next_low, next_high] = ends(points[i]);
      canvas_.polygon(std::array{low, next_low, next_high, high}, color.faded(0.14));
    }
  }

  void lines() {
    if (sweep_.kind == PlotKind::ratio) return;
    band(sweep_.points, values_, prediction());
    std::vector<PicturePoint> predicted, former, bound;
    for (const SweepPoint& point : sweep_.points) {
      predicted.push_back(at(point.size, values_.of(point.size, point.predicted, {})));
      if (point.bound && point.bound->ps > 0)
        bound.push_back(at(point.size, values_.of(point.size, *point.bound, {})));
    }
    if (sweep_.former)
      for (const SweepPoint& point : sweep_.former->points)
        former.push_back(at(point.size, values_.of(point.size, point.predicted, {})));
    if (bound.size() > 1) canvas_.path(bound, bound_line());
    if (former.size() > 1) canvas_.path(former, former_line());
    if (predicted.size() > 1) canvas_.path(predicted, predicted_line());
    for (const PicturePoint& p : predicted)
      canvas_.disc(p, (predicted.size() > 1 ? 2.2 : 5) * line_, prediction());
    if (bound.size() == 1)
      canvas_.line({bound[0].x - 6, bound[0].y}, {bound[0].x + 6, bound[0].y}, {theme_.words, 1.5 * line_});
    rings();
  }

  // The height of the predicted line at a size between two points.
  double height_at(double bytes) const {
    const double us = predicted_microseconds(sweep_.points, bytes).value_or(0);
    const Time t{static_cast<std::int64_t>(std::llround(us * 1e6))};
    return at_.y_of(values_.of(Bytes{static_cast<std::int64_t>(std::llround(bytes))}, t, {}));
  }

  // Marks where half of the bandwidth is reached, and where one algorithm overtakes the other.
  void marks() {
    if (sweep_.kind == PlotKind::ratio) return;
    const auto down = [&](double bytes, const std::string& words, double side) {
      const double x = at_.x_of(bytes), width = canvas_.width_of(words, small_), top = height_at(bytes);
      canvas_.line({x, top}, {x, at_.plot.bottom()}, {theme_.quiet, line_, Dash::dotted});
      // The words stand at the foot of the line; or above the curve, on the left, where the curve is lower.
      const double height = 1.3 * small_;
      const Area foot{side > 0 ? x + 5 : x - 5 - width, at_.plot.bottom() - 1.5 * small_, width, height};
      const Area head{x - 5 - width, top - 7 * line_ - height, width, height};
      const auto free = [&](const Area& label) {
        return !at_.legend_box.overlaps(label) && label.x > at_.plot.x && label.right() < at_.plot.right() &&
               label.y > at_.plot.y;
      };
      const auto say = [&](const Area& label) {
        canvas_.text({label.x, label.center().y}, words, {theme_.quiet, small_});
      };
      if (free(foot) && foot.y > top + small_ / 2) return say(foot);
      if (free(head)) say(head);
    };
    const double crossing = at_.marks.crossovers.empty() ? 0 : at_.marks.crossovers.front();
    const double half = at_.marks.half_bandwidth.value_or(0);
    if (half > 0) down(half, "n½", half < crossing ? -1 : 1);  // away from the other mark
    if (crossing > 0) down(crossing, "equal at " + rough_size(crossing), half < crossing ? 1 : -1);
  }

  void rings() {
    const Line ring{theme_.words, 1.5 * line_};
    const auto round = [&](double bytes) {
      canvas_.circle({at_.x_of(bytes), height_at(bytes)}, 4.5 * line_, ring);
    };
    if (at_.marks.half_bandwidth) round(*at_.marks.half_bandwidth);
    for (const double bytes : at_.marks.crossovers) round(bytes);
  }

  void diamond(PicturePoint p, double r, Color color) {
    const auto points = [&](double s) {
      return std::array{PicturePoint{p.x, p.y - s}, PicturePoint{p.x + s, p.y}, PicturePoint{p.x, p.y + s},
                        PicturePoint{p.x - s, p.y}};
    };
    canvas_.polygon(points(r + 1.5), theme_.outline);
    canvas_.polygon(points(r), color);
  }

  void measured() {
    for (const SweepPoint& point : sweep_.points) {
      if (!point.measured) continue;
      const PicturePoint p = at(point.size, values_.of(point.size, *point.measured, point.predicted));
      const double ends[] = {at_.y_of(values_.of(point.size, point.measured_min, point.predicted)),
                             at_.y_of(values_.of(point.size, point.measured_max, point.predicted))};
      if (point.measured_min.ps > 0) {
        canvas_.line({p.x, ends[0]}, {p.x, ends[1]}, {theme_.outline, 1.5 * line_});
        for (const double end : ends)
          canvas_.line({p.x - 4, end}, {p.x + 4, end}, {theme_.outline, 1.5 * line_});
      }
      diamond(p, 4.2 * line_, measurement());
    }
  }

  void square(PicturePoint p, double r) {
    canvas_.fill({p.x - r - 1.3, p.y - r - 1.3, 2 * r + 2.6, 2 * r + 2.6}, theme_.outline);
    canvas_.fill({p.x - r, p.y - r, 2 * r, 2 * r}, published());
  }

  // Times that others published, with the predictions for their machine.
  void overlay(const Overlay& table) {
    const PlotValues theirs{sweep_.kind, table.collective, table.ranks};
    std::vector<PicturePoint> predicted;
    if (sweep_.kind != PlotKind::ratio) band(table.rows, theirs, published());
    for (const Overlay::Row& row : table.rows)
      predicted.push_back(at(row.size, theirs.of(row.size, row.predicted, row.predicted)));
    if (predicted.size() > 1 && sweep_.kind != PlotKind::ratio) canvas_.path(predicted, published_line());
    for (const Overlay::Row& row : table.rows)
      square(at(row.size, theirs.of(row.size, row.measured, row.predicted)), 3.2 * line_);
  }

  void legend() {
    if (at_.legend_box.width > 0) canvas_.fill(at_.legend_box, theme_.panel.faded(0.75));
    for (const LegendEntry& entry : at_.legend) {
      const double y = entry.area.center().y;
      sign(entry.sign, {entry.area.x + 12, y});
      canvas_.text({entry.area.x + 28, y}, entry.words, {theme_.words, small_});
    }
  }

  void sign(LegendEntry::Sign sign, PicturePoint p) {
    using Sign = LegendEntry::Sign;
    const auto stroke = [&](const Line& line) { canvas_.line({p.x - 10, p.y}, {p.x + 10, p.y}, line); };
    switch (sign) {
      case Sign::predicted: return stroke(predicted_line());
      case Sign::former: return stroke(former_line());
      case Sign::bound: return stroke(bound_line());
      case Sign::measured: return diamond(p, 4.2 * line_, measurement());
      case Sign::published: return square(p, 3.2 * line_);
      case Sign::published_setup: return stroke(published_line());
    }
  }

  // The scene's size, or the size to which the cursor is dragged.
  void cursor() {
    const Bytes size = sweep_.dragged.value_or(shown_.size);
    const double x = at_.x_of(bytes_on_axis(size));
    const std::string words = size_label(bytes_on_axis(size));
    const double width = canvas_.width_of(words, small_) + 10;
    const double left = std::clamp(x - width / 2, at_.plot.x, at_.plot.right() - width);
    canvas_.line({x, at_.plot.y - 2}, {x, at_.plot.bottom()},
                 {theme_.accent, (sweep_.dragged ? 2.5 : 1.5) * line_});
    if (at_.above < small_) return;
    const Area label{left, at_.plot.y - 1.35 * small_ - 1, width, 1.35 * small_};
    canvas_.fill(label, theme_.accent, 3);
    canvas_.text(label.center(), words, {theme_.on_accent, small_, Anchor::middle});
  }

  void badge() {
    if (!sweep_.overlay) return;
    canvas_.frame(at_.badge, {theme_.edge, 1.5 * line_, Dash::dashed});
    canvas_.text({at_.badge.x + theme_.gap, at_.badge.center().y}, at_.badge_shown, {theme_.quiet, small_});
    if (!at_.warning_shown.empty())
      canvas_.text({at_.warning.x, at_.warning.center().y}, at_.warning_shown, {theme_.bad, small_});
  }

  Canvas& canvas_;
  const PlotLayout& at_;
  const PlotShown& shown_;
  const Theme& theme_;
  const SweepState& sweep_;
  PlotValues values_;
  double small_, line_;
};

}  // namespace

void draw_plot(Canvas& canvas, const PlotLayout& layout, const PlotShown& shown) {
  PlotDrawing(canvas, layout, shown).draw();
}

void note_plot(Registry& registry, const PlotLayout& layout, const PlotShown& shown) {
  registry.note({"plot", Role::picture, layout.empty ? "empty" : layout.sentence, layout.all});
  for (std::size_t i = 0; i < layout.tabs.size(); ++i)
    registry.note({std::string(plot_tabs[i].id), Role::toggle,
                   static_cast<PlotKind>(i) == shown.sweep.kind ? "on" : "off", layout.tabs[i]});
  for (std::size_t i = 0; i < layout.buttons.size(); ++i)
    registry.note({std::string(plot_buttons[i].id), Role::button, std::string(plot_buttons[i].words),
                   layout.buttons[i]});
  if (layout.empty) return;
  const Bytes size = shown.sweep.dragged.value_or(shown.size);
  registry.note({"plot.cursor",
                 Role::slider,
                 size_label(bytes_on_axis(size)),
                 {layout.x_of(bytes_on_axis(size)) - 6, layout.plot.y - 20, 12, layout.plot.height + 20}});
}

}  // namespace commlab
