#include "gui/cli/reports/reference_chart.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "gui/cli/reports/reference_report.h"

namespace commlab {
namespace {

// What was predicted for the rows, in order of size.
template <class TimeOf>
std::vector<ChartPoint> points(const PredictedTable& all, TimeOf time_of) {
  std::vector<ChartPoint> points;
  for (const PredictedRow& row : all.rows) {
    const std::optional<Time> time = time_of(row);
    if (!time || *time <= Time{} || row.published.size <= Bytes{}) continue;
    points.push_back({.x = static_cast<double>(row.published.size.count),
                      .y = microseconds_of(*time),
                      .hint = fmt::format("{}: {}", row_text(all, row), to_human(*time))});
  }
  std::ranges::stable_sort(points, {}, &ChartPoint::x);
  return points;
}

}  // namespace

Chart reference_chart(const PredictedTable& all) {
  const auto end_of_band = [](Time (*end)(const ClockTime&)) {
    return [end](const PredictedRow& row) {
      return row.clock && row.clock->band ? std::optional(end(*row.clock)) : std::nullopt;
    };
  };
  constexpr std::size_t measured = 0;
  std::vector<ChartLine> lines = {
      {.name = "measured",
       .points = points(all, [](const PredictedRow& row) { return std::optional(row.measured); }),
       .scattered = true},
      {.name = "predicted",
       .points = points(all, [](const PredictedRow& row) { return std::optional(row.predicted); }),
       .as = measured}};
  for (const auto& [name, end] :
       {std::pair{"80 % band, least", &low_end}, std::pair{"80 % band, most", &high_end}})
    if (std::vector<ChartPoint> ends = points(all, end_of_band(end)); !ends.empty())
      lines.push_back({.name = name, .points = std::move(ends), .as = measured, .dotted = true});
  return {.title = all.table.name,
          .subtitle = fmt::format("{}: {}", all.machine, all.title),
          .x = {.title = "size", .label = size_label, .binary = true},
          .y = {.title = "time", .label = microseconds_label},
          .lines = std::move(lines)};
}

}  // namespace commlab
