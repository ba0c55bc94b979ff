#include "gui/cli/reports/reference_chart.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/plan/band.h"
#include "gui/cli/reports/reference_report.h"

namespace commlab {
namespace {

// The times of the rows, in order of size.
template <class TimeOf>
std::vector<ChartPoint> points(const PredictedTable& all, TimeOf time_of, bool with_band) {
  std::vector<ChartPoint> points;
  for (const PredictedRow& row : all.rows) {
    const Time time = time_of(row);
    if (time <= Time{} || row.published.size <= Bytes{}) continue;
    const bool band = with_band && row.band;
    points.push_back({.x = static_cast<double>(row.published.size.count),
                      .y = microseconds_of(time),
                      .hint = fmt::format("{}: {}", row_text(all, row), to_human(time)),
                      .low = band ? microseconds_of(low_end(row.predicted, *row.band)) : 0,
                      .high = band ? microseconds_of(high_end(row.predicted, *row.band)) : 0});
  }
  std::ranges::stable_sort(points, {}, &ChartPoint::x);
  return points;
}

// "all_reduce of 8 ranks"; a table of several collectives, or of several numbers of ranks, says "several".
std::string what_was_measured(const PredictedTable& all) {
  if (all.rows.empty()) return all.table.name;
  const PublishedRow& first = all.rows.front().published;
  const auto all_have = [&](auto member) {
    return std::ranges::all_of(
        all.rows, [&](const PredictedRow& row) { return row.published.*member == first.*member; });
  };
  return fmt::format(
      "{} of {}", all_have(&PublishedRow::kind) ? std::string(name_of(first.kind)) : "several collectives",
      all_have(&PublishedRow::ranks) ? fmt::format("{} ranks", first.ranks) : "several numbers of ranks");
}

}  // namespace

Chart reference_chart(const PredictedTable& all) {
  constexpr std::size_t measured = 0;
  const bool band =
      std::ranges::any_of(all.rows, [](const PredictedRow& row) { return row.band.has_value(); });
  const std::string_view by_whom = all.setting.experiment ? "measured here" : "published, measured";
  const bool is_corrected =
      std::ranges::any_of(all.rows, [](const PredictedRow& row) { return row.by_costs_alone.has_value(); });
  Chart chart{.title = fmt::format("{} on {}: measured and predicted", what_was_measured(all), all.machine),
              .subtitle = fmt::format("{}; {}", all.table.name, all.title),
              .x = {.title = "size", .label = size_label, .binary = true},
              .y = {.title = "time", .label = microseconds_label},
              .lines = {{.name = std::string(by_whom),
                         .points = points(
                             all, [](const PredictedRow& row) { return row.measured; }, false),
                         .scattered = true},
                        {.name = std::string(is_corrected ? "predicted with its own rows" : "predicted") +
                                 (band ? "; shaded: 80 % band" : ""),
                         .points = points(
                             all, [](const PredictedRow& row) { return row.predicted; }, true),
                         .as = measured,
                         .shaded = true}}};
  if (is_corrected)
    chart.lines.push_back(
        {.name = "predicted by its costs alone",
         .points = points(
             all, [](const PredictedRow& row) { return row.by_costs_alone.value_or(Time{}); }, false)});
  return chart;
}

}  // namespace commlab
