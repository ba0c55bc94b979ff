#include "gui/cli/reports/crossover_chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "gui/cli/output/text.h"

namespace commlab {
namespace {

// Times of 0 are left out: they have no logarithm.
template <class TimeAt>
std::vector<ChartPoint> points(const Race& race, const std::string& name, TimeAt time_at) {
  std::vector<ChartPoint> points;
  for (std::size_t i = 0; i < race.sizes.size(); ++i) {
    const std::optional<Time> time = time_at(i);
    if (!time || *time == Time{}) continue;
    points.push_back({.x = static_cast<double>(race.sizes[i].count),
                      .y = microseconds_of(*time),
                      .hint = fmt::format("{}: {} in {}", name, to_human(race.sizes[i]), to_human(*time))});
  }
  return points;
}

// For small sizes the bound can be far below every line. Drawing it there would squeeze the lines together,
// so it is drawn only where it is near the fastest time.
std::vector<ChartPoint> bound_points(const Race& race) {
  constexpr std::int64_t near = 30;  // at least the fastest time divided by this
  Time fastest = never;
  for (const Race::Runner& runner : race.runners)
    for (const std::optional<Time>& time : runner.times)
      if (time && *time > Time{}) fastest = std::min(fastest, *time);
  return points(race, "the bound", [&](std::size_t i) {
    const std::optional<Time>& bound = race.bounds[i];
    return bound && bound->ps >= fastest.ps / near ? bound : std::nullopt;
  });
}

std::size_t line_of(const Race& race, const Algorithm* algorithm) {
  std::size_t line = 0;
  while (race.runners[line].algorithm != algorithm) ++line;
  return line;
}

}  // namespace

Chart crossover_chart(const Race& race) {
  const Setup& setup = race.setup;
  Chart chart{.title = fmt::format("{} on {}", name_of(setup.collective.kind), setup.experiment.machine),
              .subtitle = fmt::format("{}; predicted. The strip on top: who is the fastest",
                                      who_text(setup.collective)),
              .x = {.title = "size", .label = size_label, .binary = true},
              .y = {.title = "time", .label = microseconds_label},
              .lines = {}};
  for (const Race::Runner& runner : race.runners) {
    std::string name(runner.algorithm->name);
    auto line = points(race, name, [&](std::size_t i) { return runner.times[i]; });
    chart.lines.push_back({.name = std::move(name), .points = std::move(line)});
  }
  chart.lines.push_back({.name = "the bound", .points = bound_points(race), .dashed = true});
  for (std::size_t i = 0; i < race.leads.size(); ++i) {
    const Lead& lead = race.leads[i];
    const Bytes from = lead.since.value_or(race.sizes[lead.first]);
    const bool next_takes_over = i + 1 < race.leads.size() && race.leads[i + 1].since;
    const Bytes to = next_takes_over ? *race.leads[i + 1].since : race.sizes[lead.last];
    chart.stretches.push_back({.from = static_cast<double>(from.count),
                               .to = static_cast<double>(to.count),
                               .line = line_of(race, lead.winner)});
  }
  return chart;
}

}  // namespace commlab
