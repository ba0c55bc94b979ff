#include "gui/window/plot/legend.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "gui/picture/chart.h"
#include "gui/window/draw/paragraph.h"

namespace commlab {
namespace {

constexpr double sign_width = 28;  // with the gap to its words
constexpr double apart = 6;        // between the legend and what is drawn
constexpr int places_between = 8;  // places on a line from one size to the next that are kept free

double height_of_entry(const Theme& theme) { return 1.35 * theme.small(); }

// Everything that is drawn at a size, and on the lines between them.
class DrawnPlaces {
 public:
  DrawnPlaces(const PlotLayout& layout, const PlotShown& shown) : at_(layout), shown_(shown) {
    const SweepState& sweep = shown.sweep;
    if (sweep.kind != PlotKind::ratio) {
      if (sweep.former) curve(sweep.former->points, &SweepPoint::predicted);
      curve(sweep.points, &SweepPoint::predicted);
      bounds();
    }
    measured();
    if (sweep.overlay) published(*sweep.overlay);
  }

  bool within(const Area& box) const {
    return std::ranges::any_of(points_, [&](PicturePoint p) { return box.inset(-apart).has(p); });
  }

 private:
  PicturePoint place(Bytes size, Time took, Time predicted) const {
    const PlotValues values{shown_.sweep.kind, shown_.kind, shown_.ranks};
    return {at_.x_of(bytes_on_axis(size)), at_.y_of(values.of(size, took, predicted))};
  }

  void path(const std::vector<PicturePoint>& way) {
    for (std::size_t i = 0; i < way.size(); ++i)
      for (int step = 0; step < (i + 1 < way.size() ? places_between : 1); ++step) {
        const PicturePoint to = way[std::min(i + 1, way.size() - 1)];
        const double share = static_cast<double>(step) / places_between;
        points_.push_back({std::lerp(way[i].x, to.x, share), std::lerp(way[i].y, to.y, share)});
      }
  }

  void curve(const std::vector<SweepPoint>& points, Time SweepPoint::*time) {
    std::vector<PicturePoint> way;
    for (const SweepPoint& point : points) way.push_back(place(point.size, point.*time, point.predicted));
    path(way);
  }

  void bounds() {
    std::vector<PicturePoint> way;
    for (const SweepPoint& point : shown_.sweep.points)
      if (point.bound && point.bound->ps > 0) way.push_back(place(point.size, *point.bound, point.predicted));
    path(way);
  }

  void measured() {
    for (const SweepPoint& point : shown_.sweep.points)
      if (point.measured)
        for (const Time t : {*point.measured, point.measured_min, point.measured_max})
          points_.push_back(place(point.size, t, point.predicted));
  }

  void published(const Overlay& table) {
    const PlotValues theirs{shown_.sweep.kind, table.collective, table.ranks};
    std::vector<PicturePoint> way;
    for (const Overlay::Row& row : table.rows) {
      const double x = at_.x_of(bytes_on_axis(row.size));
      points_.push_back({x, at_.y_of(theirs.of(row.size, row.measured, row.predicted))});
      way.push_back({x, at_.y_of(theirs.of(row.size, row.predicted, row.predicted))});
    }
    if (shown_.sweep.kind != PlotKind::ratio) path(way);
  }

  const PlotLayout& at_;
  const PlotShown& shown_;
  std::vector<PicturePoint> points_;
};

}  // namespace

std::vector<LegendEntry> legend_entries(const PlotShown& shown) {
  using Sign = LegendEntry::Sign;
  const SweepState& sweep = shown.sweep;
  const auto any = [&](auto has) { return std::ranges::any_of(sweep.points, has); };
  const bool curves = sweep.kind != PlotKind::ratio;
  const bool two = sweep.former && !sweep.former->edited;
  std::vector<LegendEntry> all;
  if (curves && !sweep.points.empty())
    all.push_back({Sign::predicted,
                   (two ? std::string(shown.algorithm) : "predicted") +
                       (any([](const SweepPoint& p) { return p.band.has_value(); }) ? ", 80 % band" : "")});
  if (curves && sweep.former) all.push_back({Sign::former, sweep.former->name});
  if (curves && any([](const SweepPoint& p) { return p.bound.has_value(); }))
    all.push_back({Sign::bound, "bound"});
  if (any([](const SweepPoint& p) { return p.measured.has_value(); }))
    all.push_back({Sign::measured, "measured: median, min to max"});
  if (sweep.overlay) all.push_back({Sign::published, "published"});
  if (sweep.overlay && curves)
    all.push_back({Sign::published_setup, "published setup, predicted"});
  return all;
}

bool legend_in_a_corner(PlotLayout& layout, const PlotShown& shown, const Canvas& canvas) {
  assert(layout.plot.width > 0 && !layout.x.empty() && !layout.y.empty() && "the plot is laid out");
  std::vector<LegendEntry> all = legend_entries(shown);
  const double step = height_of_entry(shown.theme), height = static_cast<double>(all.size()) * step;
  double width = 0;
  for (const LegendEntry& entry : all)
    width = std::max(width, canvas.width_of(entry.words, shown.theme.small()) + sign_width + 4);
  const Area inner = layout.plot.inset(apart);
  if (width > inner.width || height > inner.height) return false;
  const DrawnPlaces drawn(layout, shown);
  const double left = inner.x, right = inner.right() - width, top = inner.y, bottom = inner.bottom() - height;
  std::vector<Area> free;
  for (const PicturePoint corner : {PicturePoint{left, top}, {right, bottom}, {right, top}, {left, bottom}})
    if (const Area box{corner.x, corner.y, width, height}; !drawn.within(box)) free.push_back(box);
  if (free.empty()) return false;
  // The cursor moves, so it may cross the legend; a place that it does not cross now is preferred.
  const double cursor = layout.x_of(bytes_on_axis(shown.size));
  std::ranges::stable_partition(free, [&](const Area& b) { return cursor < b.x || cursor > b.right(); });
  const Area box = free.front();
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i].area = {box.x, box.y + static_cast<double>(i) * step, width, step};
  layout.legend = std::move(all);
  layout.legend_box = box;
  return true;
}

double legend_in_lines(PlotLayout& layout, const PlotShown& shown, const Canvas& canvas, PicturePoint corner,
                       double width) {
  std::vector<LegendEntry> all = legend_entries(shown);
  const double step = height_of_entry(shown.theme);
  double x = corner.x, y = corner.y;
  for (LegendEntry& entry : all) {
    entry.words = shortened(entry.words, width - sign_width, shown.theme.small(), canvas);
    const double needed = canvas.width_of(entry.words, shown.theme.small()) + sign_width;
    if (x + needed > corner.x + width) x = corner.x, y += step;
    entry.area = {x, y, needed, step};
    x += needed + shown.theme.gap;
  }
  layout.legend = std::move(all);
  return y + step - corner.y;
}

}  // namespace commlab
