#include "gui/window/plot/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gui/picture/chart.h"
#include "gui/window/plot/words.h"

namespace commlab {

double PlotValues::of(Bytes size, Time took, Time predicted) const {
  switch (plot) {
    case PlotKind::time: return microseconds_of(took);
    case PlotKind::busbw: return busbw_of(kind, ranks, size, took);
    case PlotKind::ratio:
      return static_cast<double>(took.ps) / std::max(1.0, static_cast<double>(predicted.ps));
  }
  return 0;
}

std::string PlotValues::label(double value) const {
  switch (plot) {
    case PlotKind::time: return microseconds_label(value);
    case PlotKind::busbw: return fmt::format("{:.4g} GB/s", value);
    case PlotKind::ratio: return ratio_label(value);
  }
  return {};
}

double bytes_on_axis(Bytes size) { return static_cast<double>(std::max<std::int64_t>(size.count, 1)); }

Bytes size_at(const PlotLayout& layout, double x) {
  const double share = std::clamp((x - layout.plot.x) / layout.plot.width, 0.0, 1.0);
  const double power = std::round(std::log2(layout.x.at(share)));
  return {std::int64_t{1} << static_cast<int>(std::clamp(power, 0.0, 40.0))};
}

}  // namespace commlab
