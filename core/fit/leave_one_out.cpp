#include "core/fit/leave_one_out.h"

#include <algorithm>
#include <map>

#include "core/base/in_parallel.h"

namespace commlab {

std::vector<PredictedTime> leave_one_out(std::span<const CallTable> tables, int cores,
                                         const ReportProgress& report) {
  std::vector<std::string> families;
  for (const CallTable& table : tables) families.push_back(table.family);
  std::ranges::sort(families);
  const auto repeated = std::ranges::unique(families);
  families.erase(repeated.begin(), repeated.end());

  std::map<std::string, ClockFit> without;
  in_parallel(
      families.size(), cores,
      [&](std::size_t i) {
        return fit_clock(tables, [&](const CallTable& table) { return table.family == families[i]; });
      },
      [&](std::size_t i, ClockFit fit) {
        without.emplace(families[i], std::move(fit));
        report(static_cast<double>(i + 1) / static_cast<double>(families.size()), families[i]);
        return true;
      });

  std::vector<PredictedTime> rows;
  for (const CallTable& table : tables)
    for (const PublishedCall& row : table.rows)
      rows.push_back({&table, &row, time_us(row, costs_of(without.at(table.family), row.costs))});
  return rows;
}

std::vector<PredictedTime> times_of(std::span<const CallTable> tables, const ClockFit& fit) {
  std::vector<PredictedTime> times;
  for (const CallTable& table : tables)
    for (const PublishedCall& row : table.rows)
      times.push_back({&table, &row, time_us(row, costs_of(fit, row.costs))});
  return times;
}

}  // namespace commlab
