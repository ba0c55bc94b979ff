#include "gui/window/plot_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "gui/picture/chart.h"
#include "gui/window/hint.h"
#include "gui/window/paragraph.h"
#include "gui/window/plot_words.h"

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
    canvas_.fill(at_.all, theme_.panel);
    tabs();
    if (at_.empty) return nothing_yet();
    title();
    if (sweep_.kind == PlotKind::ratio) bands();
    grid();
    canvas_.clip(at_.plot);
    lines();
    if (sweep_.overlay) overlay(*sweep_.overlay);
    measured();
    canvas_.unclip();
    legend();
    cursor();
    badge();
    draw_paragraph(canvas_, {at_.words.x, at_.words.y}, at_.words.width, at_.sentence_shown,
                   {theme_.words, small_});
    if (shown_.pointer) hover(*shown_.pointer);
  }

 private:
  Color prediction() const { return theme_.accent; }
  Color measurement() const { return theme_.chunk[5]; }
  Color published() const { return theme_.chunk[2]; }
  PicturePoint at(Bytes size, double value) const { return {at_.x_of(bytes_on_axis(size)), at_.y_of(value)}; }

  void tabs() {
    for (std::size_t i = 0; i < at_.tabs.size(); ++i) {
      const bool chosen = i == static_cast<std::size_t>(sweep_.kind);
      canvas_.fill(at_.tabs[i], chosen ? theme_.accent : theme_.raised, 4);
      canvas_.text(at_.tabs[i].center(), plot_tabs[i].word,
                   {chosen ? theme_.on_accent : theme_.words, small_, Anchor::middle});
    }
  }

  void title() {
    if (at_.title.height == 0) return;
    std::string_view words = plot_tabs[static_cast<std::size_t>(sweep_.kind)].title;
    if (canvas_.width_of(words, small_) > at_.title.width) words = without_remark(words);
    canvas_.text({at_.title.x, at_.title.center().y}, words, {theme_.quiet, small_});
  }

  void nothing_yet() {
    constexpr std::string_view words =
        "No sizes were predicted yet.\nPress P to predict all sizes from 1 KiB to 1 GiB.\n"
        "Press Ctrl+P to measure them on this computer, too.";
    const Area inner = at_.all.inset(2 * theme_.gap);
    const double height = height_of_paragraph(words, inner.width, theme_.font, canvas_);
    draw_paragraph(canvas_, {inner.x, std::max(inner.center().y - height / 2, at_.tabs.front().bottom())},
                   inner.width, words, {theme_.words, theme_.font, Anchor::middle});
  }

  // Within 10 and 25 percent of what was predicted.
  void bands() {
    for (const double width : {fair_prediction, good_prediction}) {
      const double top = at_.y_of(1 / (1 - width)), bottom = at_.y_of(1 / (1 + width));
      canvas_.fill({at_.plot.x, top, at_.plot.width, bottom - top}, theme_.good.faded(0.14));
    }
    canvas_.line({at_.plot.x, at_.y_of(1)}, {at_.plot.right(), at_.y_of(1)}, {theme_.words, 1.5 * line_});
  }

  void grid() {
    const Line faint{theme_.edge.faded(0.35), 1};
    for (const double tick :
         log_ticks(at_.y, false,
                   std::max<std::size_t>(2, static_cast<std::size_t>(at_.plot.height / (2.2 * small_))))) {
      const double y = at_.y_of(tick);
      canvas_.line({at_.plot.x, y}, {at_.plot.right(), y}, faint);
      canvas_.text({at_.plot.x - 6, y}, values_.label(tick), {theme_.quiet, small_, Anchor::end});
    }
    const double widest = canvas_.width_of("512 KiB", small_) + small_;
    double free_from = at_.all.x;
    for (const double tick : log_ticks(
             at_.x, true, std::max<std::size_t>(1, static_cast<std::size_t>(at_.plot.width / widest)))) {
      const double x = at_.x_of(tick);
      canvas_.line({x, at_.plot.y}, {x, at_.plot.bottom()}, faint);
      const std::string label = size_label(tick);
      const double half = canvas_.width_of(label, small_) / 2;
      if (x - half < free_from || x + half > at_.all.right()) continue;
      canvas_.text({x, at_.sizes.center().y}, label, {theme_.quiet, small_, Anchor::middle});
      free_from = x + half + 0.5 * small_;
    }
    canvas_.frame(at_.plot, {theme_.edge, line_});
  }

  void lines() {
    if (sweep_.kind == PlotKind::ratio) return;
    std::vector<PicturePoint> predicted, bound;
    for (const SweepPoint& point : sweep_.points) {
      predicted.push_back(at(point.size, values_.of(point.size, point.predicted, {})));
      if (point.bound && point.bound->ps > 0)
        bound.push_back(at(point.size, values_.of(point.size, *point.bound, {})));
    }
    if (bound.size() > 1) canvas_.path(bound, {theme_.words, 1.5 * line_, Dash::dashed});
    if (predicted.size() > 1) canvas_.path(predicted, {prediction(), 2.2 * line_});
    for (const PicturePoint& p : predicted)
      canvas_.disc(p, (predicted.size() > 1 ? 2.2 : 5) * line_, prediction());
    if (bound.size() == 1)
      canvas_.line({bound[0].x - 6, bound[0].y}, {bound[0].x + 6, bound[0].y}, {theme_.words, 1.5 * line_});
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

  // Of others, with the prediction for their machine.
  void overlay(const Overlay& table) {
    const PlotValues theirs{sweep_.kind, table.collective, table.ranks};
    std::vector<PicturePoint> predicted;
    for (const Overlay::Row& row : table.rows)
      predicted.push_back(at(row.size, theirs.of(row.size, row.predicted, row.predicted)));
    if (predicted.size() > 1 && sweep_.kind != PlotKind::ratio)
      canvas_.path(predicted, {published(), 1.5 * line_});
    for (const Overlay::Row& row : table.rows)
      square(at(row.size, theirs.of(row.size, row.measured, row.predicted)), 3.2 * line_);
  }

  struct Entry {
    std::string_view words;
    std::function<void(PicturePoint)> sign;
  };

  std::vector<Entry> entries() {
    std::vector<Entry> all;
    const auto stroke = [&](Line line) {
      return [this, line](PicturePoint p) { canvas_.line({p.x - 10, p.y}, {p.x + 10, p.y}, line); };
    };
    const auto any = [&](auto has) { return std::ranges::any_of(sweep_.points, has); };
    const bool curves = sweep_.kind != PlotKind::ratio;
    if (curves && !sweep_.points.empty()) all.push_back({"predicted", stroke({prediction(), 2.2 * line_})});
    if (curves && any([](const SweepPoint& p) { return p.bound.has_value(); }))
      all.push_back({"bound", stroke({theme_.words, 1.5 * line_, Dash::dashed})});
    if (any([](const SweepPoint& p) { return p.measured.has_value(); }))
      all.push_back({"measured: median, min to max",
                     [this](PicturePoint p) { diamond(p, 4.2 * line_, measurement()); }});
    if (sweep_.overlay) all.push_back({"published", [this](PicturePoint p) { square(p, 3.2 * line_); }});
    if (sweep_.overlay && curves)
      all.push_back({"published setup, predicted", stroke({published(), 1.5 * line_})});
    return all;
  }

  // All that is drawn at a size, so that words can keep away from it.
  std::vector<PicturePoint> marks() const {
    std::vector<PicturePoint> all;
    for (const SweepPoint& point : sweep_.points) {
      const auto add = [&](Time t) {
        all.push_back(at(point.size, values_.of(point.size, t, point.predicted)));
      };
      if (sweep_.kind != PlotKind::ratio) add(point.predicted);
      if (sweep_.kind != PlotKind::ratio && point.bound) add(*point.bound);
      if (!point.measured) continue;
      for (const Time t : {*point.measured, point.measured_min, point.measured_max}) add(t);
    }
    if (!sweep_.overlay) return all;
    const PlotValues theirs{sweep_.kind, sweep_.overlay->collective, sweep_.overlay->ranks};
    for (const Overlay::Row& row : sweep_.overlay->rows)
      all.push_back(at(row.size, theirs.of(row.size, row.measured, row.predicted)));
    return all;
  }

  // Of the four corners, the one with the fewest marks.
  Area legend_area(double width, double height) const {
    const Area& plot = at_.plot;
    const double left = plot.x + 6, right = plot.right() - width - 6;
    const double top = plot.y + 4, bottom = plot.bottom() - height - 4;
    const std::vector<PicturePoint> all = marks();
    Area best;
    std::ptrdiff_t fewest = PTRDIFF_MAX;
    for (const PicturePoint corner :
         {PicturePoint{left, top}, {right, bottom}, {right, top}, {left, bottom}}) {
      const Area box{corner.x, corner.y, width, height};
      const auto covered = std::ranges::count_if(all, [&](PicturePoint p) { return box.inset(-6).has(p); });
      if (covered < fewest) fewest = covered, best = box;
    }
    return best;
  }

  void legend() {
    const std::vector<Entry> all = entries();
    double width = 0;
    for (const Entry& entry : all) width = std::max(width, canvas_.width_of(entry.words, small_));
    const double step = 1.35 * small_, height = static_cast<double>(all.size()) * step;
    if (width + 40 > at_.plot.width || height + 8 > at_.plot.height) return;
    const Area box = legend_area(width + 32, height);
    canvas_.fill(box, theme_.panel.faded(0.75));
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double y = box.y + (static_cast<double>(i) + 0.5) * step;
      all[i].sign({box.x + 12, y});
      canvas_.text({box.x + 28, y}, all[i].words, {theme_.words, small_});
    }
  }

  // The size that the scene has, or would have.
  void cursor() {
    const Bytes size = sweep_.dragged.value_or(shown_.size);
    const double x = at_.x_of(bytes_on_axis(size));
    const std::string words = size_label(bytes_on_axis(size));
    const double width = canvas_.width_of(words, small_) + 10;
    const double left = std::clamp(x - width / 2, at_.plot.x, at_.plot.right() - width);
    canvas_.line({x, at_.plot.y - 2}, {x, at_.plot.bottom()},
                 {theme_.accent, (sweep_.dragged ? 2.5 : 1.5) * line_});
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

  // What was shortened, in full.
  void whole_words(PicturePoint p) {
    const bool on_badge = at_.badge.has(p) || at_.warning.has(p);
    if (!on_badge && !at_.words.has(p)) return;
    std::vector<std::string> lines;
    if (on_badge && at_.warning_shown != at_.warning_text) lines.push_back(at_.warning_text);
    if (on_badge && at_.badge_shown != at_.badge_text) lines.push_back(at_.badge_text);
    if (at_.sentence_shown != at_.sentence) lines.push_back(at_.sentence);
    if (!lines.empty()) draw_hint(canvas_, theme_, at_.all, {p.x + 14, p.y + 10}, lines);
  }

  // The nearest size in words, with the arithmetic where it is a bandwidth.
  void hover(PicturePoint p) {
    if (!at_.plot.has(p)) return whole_words(p);
    std::vector<std::string> lines;
    double nearest = 24;
    for (const SweepPoint& point : sweep_.points)
      if (const double away = std::abs(at_.x_of(bytes_on_axis(point.size)) - p.x); away < nearest) {
        nearest = away;
        lines = words_of(point);
      }
    if (sweep_.overlay)
      for (const Overlay::Row& row : sweep_.overlay->rows)
        if (const double away = std::abs(at_.x_of(bytes_on_axis(row.size)) - p.x); away < nearest) {
          nearest = away;
          lines = words_of(row, *sweep_.overlay);
        }
    if (!lines.empty()) draw_hint(canvas_, theme_, at_.all, {p.x + 14, p.y + 10}, lines);
  }

  std::string heading(const std::string& words) const {
    return sweep_.kind == PlotKind::busbw ? words + ", per direction" : words;
  }

  std::string time_words(std::string_view what, CollectiveKind kind, int ranks, Bytes size, Time t) const {
    if (sweep_.kind != PlotKind::busbw) return fmt::format("{} {}", what, to_human(t));
    return fmt::format("{} {}", what, busbw_sentence(kind, ranks, size, t));
  }

  std::vector<std::string> words_of(const SweepPoint& point) const {
    std::vector<std::string> lines = {heading(size_label(bytes_on_axis(point.size)))};
    lines.push_back(time_words("predicted", shown_.kind, shown_.ranks, point.size, point.predicted));
    if (point.bound)
      lines.push_back(time_words("bound", shown_.kind, shown_.ranks, point.size, *point.bound));
    if (point.measured) {
      lines.push_back(time_words("measured", shown_.kind, shown_.ranks, point.size, *point.measured));
      lines.push_back(fmt::format(
          "from {} to {}; {:.2f} times the prediction", to_human(point.measured_min),
          to_human(point.measured_max),
          static_cast<double>(point.measured->ps) / std::max(1.0, static_cast<double>(point.predicted.ps))));
    }
    return lines;
  }

  std::vector<std::string> words_of(const Overlay::Row& row, const Overlay& table) const {
    return {heading(fmt::format("{}, {}", table.title, size_label(bytes_on_axis(row.size)))),
            time_words("published", table.collective, table.ranks, row.size, row.measured),
            time_words("predicted", table.collective, table.ranks, row.size, row.predicted)};
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
                   i == static_cast<std::size_t>(shown.sweep.kind) ? "on" : "off", layout.tabs[i]});
  if (layout.empty) return;
  const Bytes size = shown.sweep.dragged.value_or(shown.size);
  registry.note({"plot.cursor",
                 Role::slider,
                 size_label(bytes_on_axis(size)),
                 {layout.x_of(bytes_on_axis(size)) - 6, layout.plot.y - 20, 12, layout.plot.height + 20}});
}

}  // namespace commlab
