#include "core/fit/leave_one_out.h"

#include <algorithm>

#include "core/base/in_parallel.h"

namespace commlab {
namespace {

// All rows in order, by the fit that `fit_for` has for their table.
template <class FitFor>
std::vector<PredictedTime> times_by(std::span<const CallTable> tables, FitFor fit_for) {
  std::vector<PredictedTime> times;
  for (const CallTable& table : tables)
    for (const PublishedCall& row : table.rows)
      times.push_back({&table, &row, time_us(row, costs_of(fit_for(table), row.costs))});
  return times;
}

}  // namespace

std::map<std::string, ClockFit> fits_without_each(std::span<const CallTable> tables, int cores,
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
  return without;
}

std::vector<PredictedTime> leave_one_out(std::span<const CallTable> tables, int cores,
                                         const ReportProgress& report) {
  const std::map<std::string, ClockFit> without = fits_without_each(tables, cores, report);
  return times_by(tables,
                  [&](const CallTable& table) -> const ClockFit& { return without.at(table.family); });
}

std::vector<PredictedTime> times_of(std::span<const CallTable> tables, const ClockFit& fit) {
  return times_by(tables, [&](const CallTable&) -> const ClockFit& { return fit; });
}

}  // namespace commlab
