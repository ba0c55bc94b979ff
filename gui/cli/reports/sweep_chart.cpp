#include "gui/cli/reports/sweep_chart.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/experiment/run.h"
#include "core/plan/band.h"
#include "gui/cli/output/text.h"

namespace commlab {
namespace {

// "ring", "ring/ll"
std::string chosen(const SweepRow& row) {
  if (row.protocol == ProtocolChoice::automatic) return row.algorithm;
  return fmt::format("{}/{}", row.algorithm, name_in_results(row.protocol));
}

// Nothing for an empty vector, and for a time of 0: these have no logarithm.
std::optional<ChartPoint> point_of(const SweepRow& row, const SweepSide& side, std::string_view who) {
  const Bytes size = size_of(row.collective);
  if (size <= Bytes{} || side.time <= Time{}) return std::nullopt;
  return ChartPoint{.x = static_cast<double>(size.count),
                    .y = microseconds_of(side.time),
                    .hint = fmt::format("{}: {} in {}, busbw {}", who, to_human(size), to_human(side.time),
                                        bandwidth_text(busbw_GBps(row.collective, side.time))),
                    .low = side.band ? microseconds_of(low_end(side.time, *side.band)) : 0,
                    .high = side.band ? microseconds_of(high_end(side.time, *side.band)) : 0};
}

bool differs(const SweepRow& row) {
  constexpr double alike = 0.01;
  const double out = microseconds_of(row.out_of_place.time), in = microseconds_of(row.in_place.time);
  return std::abs(out - in) > alike * out;
}

// One line for each algorithm with its protocol. Where the next one takes over, the line goes on to its first
// point.
void add_lines(Chart& chart, const std::vector<SweepRow>& rows, std::string_view place) {
  const auto line_of = [&](const std::string& name) {
    const auto found = std::ranges::find(chart.lines, name, &ChartLine::name);
    return static_cast<std::size_t>(found - chart.lines.begin());
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::optional<ChartPoint> point = point_of(rows[i], rows[i].out_of_place, chosen(rows[i]));
    if (!point) continue;
    const std::string name = chosen(rows[i]) + std::string(place);
    const std::size_t line = line_of(name);
    if (line == chart.lines.size()) chart.lines.push_back({.name = name, .points = {}, .shaded = true});
    if (!chart.stretches.empty()) chart.stretches.back().to = point->x;
    if (chart.stretches.empty() || chart.stretches.back().line != line) {
      if (!chart.stretches.empty()) {
        ChartPoint last = *point;
        last.hands_over = true;
        chart.lines[chart.stretches.back().line].points.push_back(std::move(last));
      }
      chart.stretches.push_back({.from = point->x, .to = point->x, .line = line});
    }
    chart.lines[line].points.push_back(*point);
  }
  if (chart.stretches.size() == 1) chart.stretches.clear();
}

void add_in_place(Chart& chart, const std::vector<SweepRow>& rows) {
  ChartLine line{.name = "in place", .points = {}};
  for (const SweepRow& row : rows)
    if (const auto point = point_of(row, row.in_place, "in place")) line.points.push_back(*point);
  chart.lines.push_back(std::move(line));
}

std::string best_busbw(const std::vector<SweepRow>& rows) {
  const auto busbw = [](const SweepRow& row) { return busbw_GBps(row.collective, row.out_of_place.time); };
  const SweepRow& best = *std::ranges::max_element(rows, {}, busbw);
  return fmt::format("busbw up to {} at {}", bandwidth_text(busbw(best)), to_human(size_of(best.collective)));
}

bool has_predicted_band(const SweepRow& row) { return row.out_of_place.band.has_value(); }

}  // namespace

Chart sweep_chart(const Setup& setup, const std::vector<SweepRow>& rows) {
  const bool simulated = setup.experiment.on == BackendName::sim;
  const std::string how =
      simulated ? "simulated" : fmt::format("measured on {}", name_of(setup.experiment.on));
  Chart chart{
      .title = fmt::format("{} on {}", name_of(setup.collective.kind),
                           simulated ? setup.experiment.machine : "this computer"),
      .subtitle = fmt::format("{}; {}{}; {}", who_text(setup.collective), how,
                              std::ranges::any_of(rows, has_predicted_band) ? ", shaded: 80 % band" : "",
                              best_busbw(rows)),
      .x = {.title = "size", .label = size_label, .binary = true},
      .y = {.title = "time", .label = microseconds_label},
      .lines = {}};
  const bool two_places = std::ranges::any_of(rows, differs);
  add_lines(chart, rows, two_places ? ", out of place" : "");
  if (two_places) add_in_place(chart, rows);
  return chart;
}

}  // namespace commlab
