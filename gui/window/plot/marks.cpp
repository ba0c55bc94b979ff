#include "gui/window/plot/marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/picture/chart.h"

namespace commlab {
namespace {

constexpr double saturated = 0.9;  // share of the largest size's bandwidth that the size before must reach

double bytes_of(const SweepPoint& point) { return static_cast<double>(point.size.count); }
double picoseconds_of(const SweepPoint& point) { return static_cast<double>(point.predicted.ps); }
double bandwidth_of(const SweepPoint& point) { return bytes_of(point) / picoseconds_of(point); }

bool usable(const std::vector<SweepPoint>& points) {
  return points.size() >= 3 && std::ranges::all_of(points, [](const SweepPoint& p) {
           return p.size.count > 0 && p.predicted.ps > 0;
         });
}

// Between two sizes a curve is taken to be latency + bytes / bandwidth.
struct Stretch {
  double latency;   // picoseconds
  double per_byte;  // picoseconds

  double at(double bytes) const { return latency + per_byte * bytes; }
};

Stretch stretch_between(const SweepPoint& from, const SweepPoint& to) {
  const double per_byte = (picoseconds_of(to) - picoseconds_of(from)) / (bytes_of(to) - bytes_of(from));
  return {picoseconds_of(from) - per_byte * bytes_of(from), per_byte};
}

// 1 where the first is slower, -1 where it is faster.
int order_of(const SweepPoint& a, const SweepPoint& b) {
  return (a.predicted > b.predicted) - (a.predicted < b.predicted);
}

// No line may end between a number and its unit.
std::string unbroken(std::string text) {
  for (std::size_t blank = 0; (blank = text.find(' ', blank)) != std::string::npos;)
    text.replace(blank, 1, "\u00A0");
  return text;
}

// "tree is faster up to 64 KiB, ring above", "ring is faster at all sizes".
std::string faster_sentence(const PlotMarks& marks, const SweepState& sweep, std::string_view now) {
  if (!sweep.former || sweep.former->edited || !usable(sweep.points) || !usable(sweep.former->points))
    return {};
  const int first = order_of(sweep.points.front(), sweep.former->points.front());
  const std::string_view before = sweep.former->name;
  if (first == 0 || marks.crossovers.size() > 1) return {};
  const std::string_view faster = first < 0 ? now : before, slower = first < 0 ? before : now;
  if (marks.crossovers.empty()) return fmt::format("{} is faster at all sizes", faster);
  return fmt::format("{} is faster up to {}, {} above", faster,
                     unbroken(rough_size(marks.crossovers.front())), slower);
}

}  // namespace

std::string rough_size(double bytes) {
  const double unit = std::pow(1024, std::floor(std::log2(std::max(bytes, 1.0)) / 10));
  const double digit = std::pow(10, std::floor(std::log10(bytes / unit)) - 1);
  return size_label(std::round(bytes / unit / digit) * digit * unit);
}

PlotMarks marks_of(const SweepState& sweep) {
  PlotMarks marks{.half_bandwidth = half_bandwidth_size(sweep.points)};
  if (sweep.former) marks.crossovers = crossovers(sweep.points, sweep.former->points);
  return marks;
}

std::optional<double> half_bandwidth_size(const std::vector<SweepPoint>& points) {
  if (!usable(points)) return std::nullopt;
  const double full = bandwidth_of(points.back());
  if (bandwidth_of(points[points.size() - 2]) < saturated * full) return std::nullopt;
  for (std::size_t i = points.size() - 1; i-- > 0;) {
    if (bandwidth_of(points[i]) > full / 2) continue;
    const Stretch stretch = stretch_between(points[i], points[i + 1]);
    return stretch.latency / (2 / full - stretch.per_byte);  // where n / (latency + per_byte n) = full / 2
  }
  return std::nullopt;
}

std::vector<double> crossovers(const std::vector<SweepPoint>& a, const std::vector<SweepPoint>& b) {
  std::vector<double> found;
  if (!usable(a) || !usable(b)) return found;
  const SweepPoint *before = nullptr, *other_before = nullptr;
  for (const SweepPoint& point : a) {
    const auto other = std::ranges::find(b, point.size, &SweepPoint::size);
    if (other == b.end()) continue;
    const bool crossed = before && order_of(*before, *other_before) * order_of(point, *other) < 0;
    if (crossed) {
      const Stretch one = stretch_between(*before, point), two = stretch_between(*other_before, *other);
      found.push_back((two.latency - one.latency) / (one.per_byte - two.per_byte));
    }
    before = &point, other_before = &*other;
  }
  return found;
}

std::optional<double> predicted_microseconds(const std::vector<SweepPoint>& points, double bytes) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    const SweepPoint &from = points[i - 1], &to = points[i];
    if (bytes < bytes_of(from) || bytes > bytes_of(to)) continue;
    return stretch_between(from, to).at(bytes) / 1e6;
  }
  return std::nullopt;
}

std::string marks_sentence(const PlotMarks& marks, const SweepState& sweep, std::string_view now) {
  const std::string faster = faster_sentence(marks, sweep, now);
  if (!marks.half_bandwidth) return faster;
  return fmt::format("{}{}half of the full bandwidth at {}", faster, faster.empty() ? "" : "; ",
                     unbroken(rough_size(*marks.half_bandwidth) + " (n½)"));
}

}  // namespace commlab
