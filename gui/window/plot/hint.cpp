#include "gui/window/plot/hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/plan/band.h"
#include "gui/picture/chart.h"
#include "gui/window/draw/hint.h"
#include "gui/window/plot/words.h"

namespace commlab {
namespace {

constexpr double hint_reach = 24;  // pixels from a size
constexpr double mark_reach = 6;   // pixels from a mark, which lies between two sizes

class PlotHint {
 public:
  PlotHint(const PlotLayout& layout, const PlotShown& shown)
      : at_(layout), shown_(shown), sweep_(shown.sweep) {}

  std::vector<std::string> lines(PicturePoint p) const {
    if (!at_.plot.has(p)) return whole_words(p);
    std::vector<std::string> lines = words_of_mark(p.x);
    return lines.empty() ? words_of_size(p.x) : lines;
  }

 private:
  // The full text of what was shortened.
  std::vector<std::string> whole_words(PicturePoint p) const {
    const bool on_badge = at_.badge.has(p) || at_.warning.has(p);
    std::vector<std::string> lines;
    if (!on_badge && !at_.words.has(p)) return lines;
    if (on_badge && at_.warning_shown != at_.warning_text) lines.push_back(at_.warning_text);
    if (on_badge && at_.badge_shown != at_.badge_text) lines.push_back(at_.badge_text);
    if (at_.sentence_shown != at_.sentence) lines.push_back(at_.sentence);
    return lines;
  }

  std::vector<std::string> words_of_mark(double x) const {
    if (sweep_.kind == PlotKind::ratio) return {};
    const auto near = [&](double bytes) { return std::abs(at_.x_of(bytes) - x) <= mark_reach; };
    if (at_.marks.half_bandwidth && near(*at_.marks.half_bandwidth))
      return {fmt::format("n½ = {}: half of the full bandwidth", rough_size(*at_.marks.half_bandwidth)),
              "below, latency costs more than the bytes; above, less"};
    for (const double size : at_.marks.crossovers)
      if (near(size))
        return {fmt::format("{}: both take {}", rough_size(size),
                            microseconds_label(std::round(*predicted_microseconds(sweep_.points, size)))),
                marks_sentence({.half_bandwidth = {}, .crossovers = {size}}, sweep_, shown_.algorithm)};
    return {};
  }

  std::vector<std::string> words_of_size(double x) const {
    std::vector<std::string> lines;
    double nearest = hint_reach;
    const auto nearer = [&](Bytes size) {
      const double away = std::abs(at_.x_of(bytes_on_axis(size)) - x);
      if (away >= nearest) return false;
      nearest = away;
      return true;
    };
    for (const SweepPoint& point : sweep_.points)
      if (nearer(point.size)) lines = words_of(point);
    if (sweep_.overlay)
      for (const Overlay::Row& row : sweep_.overlay->rows)
        if (nearer(row.size)) lines = words_of(row, *sweep_.overlay);
    return lines;
  }

  std::string heading(const std::string& words) const {
    return sweep_.kind == PlotKind::busbw ? words + ", per direction" : words;
  }

  std::string time_words(std::string_view what, CollectiveKind kind, int ranks, Bytes size, Time t) const {
    if (sweep_.kind != PlotKind::busbw) return fmt::format("{} {}", what, to_human(t));
    return fmt::format("{} {}", what, busbw_sentence(kind, ranks, size, t));
  }
  std::string time_words(std::string_view what, Bytes size, Time t) const {
    return time_words(what, shown_.kind, shown_.ranks, size, t);
  }

  std::vector<std::string> words_of(const SweepPoint& point) const {
    std::vector<std::string> lines = {heading(size_label(bytes_on_axis(point.size)))};
    lines.push_back(time_words("predicted", point.size, point.predicted));
    if (sweep_.former) {
      const auto& former = sweep_.former->points;
      const auto same = std::ranges::find(former, point.size, &SweepPoint::size);
      if (same != former.end())
        lines.push_back(time_words(sweep_.former->name + ":", point.size, same->predicted));
    }
    if (point.bound) lines.push_back(time_words("bound", point.size, *point.bound));
    if (point.measured) {
      lines.push_back(time_words("measured", point.size, *point.measured));
      lines.push_back(fmt::format(
          "from {} to {}; {:.2f} times the prediction", to_human(point.measured_min),
          to_human(point.measured_max),
          static_cast<double>(point.measured->ps) / std::max(1.0, static_cast<double>(point.predicted.ps))));
    }
    lines.push_back(point.band ? band_words(point.predicted, *point.band)
                               : "no error band: the spread of the machine's numbers is unknown");
    return lines;
  }

  std::vector<std::string> words_of(const Overlay::Row& row, const Overlay& table) const {
    std::vector<std::string> lines = {
        heading(fmt::format("{}, {}", table.title, size_label(bytes_on_axis(row.size)))),
        time_words("published", table.collective, table.ranks, row.size, row.measured),
        time_words("predicted", table.collective, table.ranks, row.size, row.predicted)};
    if (!row.by.empty()) lines.back() += ", if NCCL chooses " + row.by;
    if (row.band) lines.push_back(band_words(row.predicted, *row.band));
    return lines;
  }

  static std::string band_words(Time time, double band) {
    return fmt::format("four of five calls take {} to {}", to_human(low_end(time, band)),
                       to_human(high_end(time, band)));
  }

  const PlotLayout& at_;
  const PlotShown& shown_;
  const SweepState& sweep_;
};

}  // namespace

void draw_plot_hint(Canvas& canvas, const PlotLayout& layout, const PlotShown& shown, PicturePoint p) {
  const std::vector<std::string> lines = PlotHint(layout, shown).lines(p);
  if (!lines.empty()) draw_hint(canvas, shown.theme, layout.all, {p.x + 14, p.y + 10}, lines);
}

}  // namespace commlab
