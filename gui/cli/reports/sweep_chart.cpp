#include "gui/cli/reports/sweep_chart.h"

#include <fmt/format.h>

#include "core/experiment/run.h"
#include "gui/cli/output/text.h"

namespace commlab {
namespace {

// Nothing has no place on an axis of logarithms.
ChartLine line_of_side(std::string name, const std::vector<SweepRow>& rows, SweepSide SweepRow::*side) {
  ChartLine line{.name = std::move(name), .points = {}};
  for (const SweepRow& row : rows) {
    const Bytes size = size_of(row.collective);
    const Time time = (row.*side).time;
    if (size.count == 0 || time.ps == 0) continue;
    line.points.push_back(
        {.x = static_cast<double>(size.count),
         .y = microseconds_of(time),
         .hint = fmt::format("{}, {}: {} in {}, busbw {:.4g} GB/s", row.algorithm, line.name, to_human(size),
                             to_human(time), busbw_GBps(row.collective, time))});
  }
  return line;
}

}  // namespace

Chart sweep_chart(const Setup& setup, const std::vector<SweepRow>& rows) {
  return {.title = fmt::format("{} on {}", name_of(setup.collective.kind), setup.experiment.machine),
          .subtitle = fmt::format("{}; {}; {}", who_text(setup.collective), setup.experiment.algorithm,
                                  name_of(setup.experiment.on)),
          .x = {.title = "size", .label = size_label, .binary = true},
          .y = {.title = "time", .label = microseconds_label},
          .lines = {line_of_side("out of place", rows, &SweepRow::out_of_place),
                    line_of_side("in place", rows, &SweepRow::in_place)}};
}

}  // namespace commlab
