#include "gui/picture/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <ranges>
#include <span>

#include "gui/picture/log_axis.h"
#include "gui/picture/okabe_ito.h"
#include "gui/picture/svg.h"

namespace commlab {
namespace {

constexpr auto& colors = okabe_ito::of_lines;
constexpr std::string_view faint = "#e4e4e4";

constexpr double least_width = 960, height = 560;
constexpr double left = 92, right = least_width - 230, top = 86, bottom = height - 66;
constexpr double names_at = right + 42, between_names = 18;

// As wide as the longest name needs.
double picture_width(const Chart& chart) {
  constexpr double letter = 7.2;
  std::size_t longest = 0;
  for (const ChartLine& line : chart.lines) longest = std::max(longest, line.name.size());
  return std::max(least_width, names_at + letter * static_cast<double>(longest));
}

class Drawing {
 public:
  explicit Drawing(const Chart& chart) : chart_(chart), svg_(picture_width(chart), height) {
    LogRange x, y;
    for (const ChartLine& line : chart.lines)
      for (const ChartPoint& point : line.points) {
        x.take(point.x), y.take(point.y);
        if (point.high > 0) y.take(point.low), y.take(point.high);
      }
    if (chart.level && !y.empty()) y.take(*chart.level);
    x_ = widened(x, x.least == x.most ? 2 : 1);
    y_ = widened(y, 1.25);
  }

  std::string draw() && {
    title();
    for (const ChartStretch& stretch : chart_.stretches) this->stretch(stretch);
    axes();
    for (const ChartStretch& stretch : chart_.stretches) stretch_name(stretch);
    if (chart_.level) level();
    for (std::size_t i = 0; i < chart_.lines.size(); ++i)
      if (chart_.lines[i].shaded) shade(chart_.lines[i], style_at(i));
    for (std::size_t i = 0; i < chart_.lines.size(); ++i) {
      const ChartLine& line = chart_.lines[i];
      const std::size_t style = style_at(i);
      curve(line, style);
      names_.push_back(
          {&line, style, line.scattered || line.points.empty() ? top : at(line.points.back()).y, 0});
    }
    names();
    return std::move(svg_).finish();
  }

 private:
  struct Name {
    const ChartLine* line;
    std::size_t style;
    double wish;  // the height of its line's end
    double y;
  };

  PicturePoint at(const ChartPoint& point) const {
    return {left + x_.share(point.x) * (right - left), bottom - y_.share(point.y) * (bottom - top)};
  }

  void title() {
    svg_.text({left, 32}, chart_.title, {.size = 19, .bold = true});
    svg_.text({left, 54}, chart_.subtitle, {.size = 13, .color = grey});
  }

  void axes() {
    for (const double tick : log_ticks(x_, chart_.x.binary, 9)) {
      const double x = at({tick, y_.least}).x;
      svg_.line({x, top}, {x, bottom}, {.stroke = faint});
      svg_.text({x, bottom + 20}, chart_.x.label(tick), {.size = 12, .anchor = "middle"});
    }
    for (const double tick : log_ticks(y_, chart_.y.binary, 10)) {
      const double y = at({x_.least, tick}).y;
      svg_.line({left, y}, {right, y}, {.stroke = faint});
      svg_.text({left - 8, y + 4}, chart_.y.label(tick), {.size = 12, .anchor = "end"});
    }
    svg_.line({left, bottom}, {right, bottom}, {.stroke = ink});
    svg_.line({left, top}, {left, bottom}, {.stroke = ink});
    svg_.text({(left + right) / 2, height - 18}, chart_.x.title, {.size = 13, .anchor = "middle"});
    svg_.text({22, (top + bottom) / 2}, chart_.y.title, {.size = 13, .anchor = "middle", .turned = -90});
  }

  double x_of(double value) const { return at({std::clamp(value, x_.least, x_.most), y_.least}).x; }

  std::size_t style_of(std::size_t line) const {
    const auto before = chart_.lines.begin() + static_cast<std::ptrdiff_t>(line);
    return static_cast<std::size_t>(std::count_if(
        chart_.lines.begin(), before, [](const ChartLine& each) { return !each.dashed && !each.as; }));
  }

  std::size_t style_at(std::size_t line) const {
    const ChartLine& drawn = chart_.lines[line];
    return drawn.dashed ? 0 : style_of(drawn.as.value_or(line));
  }

  void stretch(const ChartStretch& stretch) {
    assert(!chart_.lines[stretch.line].dashed && "a stretch has the colour of its line");
    const double from = x_of(stretch.from), to = x_of(stretch.to);
    const std::string_view color = colors[style_of(stretch.line) % colors.size()];
    svg_.rectangle({from, top}, to - from, bottom - top, {.fill = color, .opacity = 0.07});
    svg_.rectangle({from, top - 5}, to - from, 5, {.fill = color});
  }

  // The winner's name under its strip where there is room, and where it took the lead.
  void stretch_name(const ChartStretch& stretch) {
    constexpr double letter = 6.6;
    const double from = x_of(stretch.from), to = x_of(stretch.to);
    const std::string& name = chart_.lines[stretch.line].name;
    if (to - from > letter * static_cast<double>(name.size()) + 8)
      svg_.text({(from + to) / 2, top + 15}, name, {.size = 12, .anchor = "middle", .bold = true});
    if (from <= left) return;
    svg_.line({from, top}, {from, bottom}, {.stroke = grey, .width = 1, .dash = "2 3"});
    svg_.text({from, top - 10}, chart_.x.label(stretch.from),
              {.size = 11, .anchor = "middle", .color = grey});
  }

  void level() {
    const double y = at({x_.least, *chart_.level}).y;
    svg_.line({left, y}, {right, y}, {.stroke = ink, .width = 1.5});
  }

  static std::string_view color_of(const ChartLine& line, std::size_t style) {
    return line.dashed ? ink : colors[style % colors.size()];
  }

  static std::string_view dash_of(const ChartLine& line) {
    if (line.dotted) return "2 4";
    return line.dashed || line.as ? "7 5" : "";
  }

  // The stretches of a line without a gap.
  static std::vector<std::span<const ChartPoint>> unbroken(const ChartLine& line) {
    std::vector<std::span<const ChartPoint>> pieces;
    const std::span<const ChartPoint> all(line.points);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].hands_over && i + 1 < all.size()) continue;
      pieces.push_back(all.subspan(begin, i + 1 - begin));
      begin = i + 1;
    }
    return pieces;
  }

  // Between the lower and the upper ends of the spreads.
  void shade(const ChartLine& line, std::size_t style) {
    for (const std::span<const ChartPoint> piece : unbroken(line)) {
      std::vector<PicturePoint> edge;
      for (const ChartPoint& point : piece)
        if (point.high > 0) edge.push_back(at({point.x, point.high}));
      for (const ChartPoint& point : piece | std::views::reverse)
        if (point.high > 0) edge.push_back(at({point.x, point.low}));
      if (edge.size() > 2) svg_.shape(edge, {.fill = color_of(line, style), .opacity = 0.16});
    }
  }

  void curve(const ChartLine& line, std::size_t style) {
    if (!line.scattered)
      for (const std::span<const ChartPoint> piece : unbroken(line)) {
        std::vector<PicturePoint> way;
        for (const ChartPoint& point : piece) way.push_back(at(point));
        if (way.size() > 1)
          svg_.path(way, {.stroke = color_of(line, style), .width = 2, .dash = dash_of(line)});
      }
    if (line.dashed || line.as) return;
    for (const ChartPoint& point : line.points) {
      if (point.hands_over) continue;
      if (!line.shaded) whisker(point, color_of(line, style));
      if (!point.hint.empty()) svg_.hint(point.hint);
      mark(at(point), style, line.scattered ? 0.6 : 1);
    }
  }

  void whisker(const ChartPoint& point, std::string_view color) {
    if (point.high <= 0) return;
    const PicturePoint low = at({point.x, point.low}), high = at({point.x, point.high});
    const Stroke stroke{.stroke = color, .width = 1.4, .opacity = 0.75};
    svg_.line(low, high, stroke);
    for (const PicturePoint end : {low, high}) svg_.line({end.x - 4, end.y}, {end.x + 4, end.y}, stroke);
  }

  // Every colour has a mark of its own; past the last colour the marks go round once more.
  void mark(PicturePoint p, std::size_t style, double opacity) {
    const Stroke full = {.fill = colors[style % colors.size()], .opacity = opacity};
    const Stroke hollow = {.stroke = full.fill, .width = 1.6, .fill = "#ffffff", .opacity = opacity};
    const Stroke look = style >= colors.size() ? hollow : full;
    constexpr double r = 4.2;
    switch (style % 4) {
      case 0: return svg_.circle(p, r, look);
      case 1: return svg_.rectangle({p.x - r + 0.6, p.y - r + 0.6}, 2 * r - 1.2, 2 * r - 1.2, look);
      case 2: {
        const std::array triangle = {PicturePoint{p.x, p.y - r - 0.8},
                                     PicturePoint{p.x + r + 0.4, p.y + r - 0.6},
                                     PicturePoint{p.x - r - 0.4, p.y + r - 0.6}};
        return svg_.shape(triangle, look);
      }
      default: {
        const std::array diamond = {PicturePoint{p.x, p.y - r - 1}, PicturePoint{p.x + r + 1, p.y},
                                    PicturePoint{p.x, p.y + r + 1}, PicturePoint{p.x - r - 1, p.y}};
        return svg_.shape(diamond, look);
      }
    }
  }

  bool ends_at_the_right(const ChartLine& line) const {
    return !line.scattered && !line.points.empty() && at(line.points.back()).x > right - 1;
  }

  // At the right ends of the lines, moved apart where they would overlap.
  void names() {
    std::ranges::stable_sort(names_, {}, &Name::wish);
    double next = top;
    for (Name& name : names_) {
      name.y = std::max(name.wish, next);
      next = name.y + between_names;
    }
    double lowest = bottom;
    for (std::size_t i = names_.size(); i-- > 0; lowest -= between_names)
      names_[i].y = std::min(names_[i].y, lowest);
    for (const Name& name : names_) {
      const std::string_view color = color_of(*name.line, name.style);
      if (ends_at_the_right(*name.line))
        svg_.line({right + 7, name.wish}, {right + 22, name.y},
                  {.stroke = color, .width = 1, .opacity = 0.6});
      if (name.line->dashed || name.line->as)
        svg_.line({right + 24, name.y}, {right + 36, name.y},
                  {.stroke = color, .width = 2, .dash = name.line->dotted ? "2 3" : "5 3"});
      else
        mark({right + 30, name.y}, name.style, 1);
      svg_.text({names_at, name.y + 4.5}, name.line->name, {.size = 13, .color = ink});
    }
  }

  const Chart& chart_;
  LogRange x_;
  LogRange y_;
  Svg svg_;
  std::vector<Name> names_;
};

}  // namespace

std::string size_label(double bytes) {
  constexpr std::array units = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < units.size(); bytes /= 1024) ++unit;
  return fmt::format("{:.4g} {}", bytes, units[unit]);
}

std::string microseconds_label(double us) {
  if (us >= 1e6) return fmt::format("{:.4g} s", us / 1e6);
  if (us >= 1e3) return fmt::format("{:.4g} ms", us / 1e3);
  if (us >= 1) return fmt::format("{:.4g} us", us);
  return fmt::format("{:.4g} ns", us * 1e3);
}

std::string ratio_label(double ratio) { return fmt::format("{:.3g}x", ratio); }

std::string to_svg(const Chart& chart) { return Drawing(chart).draw(); }

}  // namespace commlab
