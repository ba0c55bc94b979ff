#include "gui/window/page/axis.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "gui/picture/chart.h"
#include "gui/picture/log_axis.h"

namespace commlab {
namespace {

constexpr double log_margin = 1.25;     // a factor, at either end
constexpr double linear_margin = 1.06;  // above the largest

// Nothing if the unit is not a unit of time.
std::optional<double> microseconds_in(std::string_view unit) {
  if (unit == "ns") return 1e-3;
  if (unit == "us") return 1;
  if (unit == "ms") return 1e3;
  if (unit == "s") return 1e6;
  return std::nullopt;
}

}  // namespace

double PageAxis::share(double value) const {
  if (log) return LogRange{least, most}.share(std::max(value, least));
  return (value - least) / (most - least);
}

PageAxis axis_of(const std::vector<double>& values, bool log) {
  LogRange positive;
  double least = 0, most = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    if (value > 0) positive.take(value);
    least = std::min(least, value);
    most = std::max(most, value);
  }
  if (log) {
    const LogRange range = widened(positive, log_margin);
    return {.log = true, .least = range.least, .most = range.most};
  }
  if (least == most) most = least + 1;
  return {.log = false, .least = least * linear_margin, .most = most * linear_margin};
}

std::vector<double> ticks_of(const PageAxis& axis, std::size_t most) {
  if (axis.log) return log_ticks(LogRange{axis.least, axis.most}, false, most);
  return round_ticks(axis.least, axis.most, most);
}

std::string tick_text(const PlotState& plot, double value) {
  if (value == 0) return "0";
  if (const auto factor = microseconds_in(plot.unit)) return microseconds_label(value * *factor);
  return fmt::format("{:.4g}", value);
}

std::string unit_caption(const PlotState& plot) { return microseconds_in(plot.unit) ? "" : plot.unit; }

}  // namespace commlab
