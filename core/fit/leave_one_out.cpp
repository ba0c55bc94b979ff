#include "core/fit/leave_one_out.h"

#include "core/base/in_parallel.h"
#include "core/machine/network_classes.h"

namespace commlab {

std::vector<PredictedTime> times_by(std::span<const CallTable* const> tables, int cores,
                                    const CostsOfRow& costs_of_row) {
  struct TableAndRow {
    const CallTable* table;
    const PublishedCall* row;
  };
  std::vector<TableAndRow> rows;
  for (const CallTable* table : tables)
    for (const PublishedCall& row : table->rows) rows.push_back({table, &row});
  std::vector<PredictedTime> times;
  in_parallel(
      rows.size(), cores,
      [&](std::size_t i) {
        const auto& [table, row] = rows[i];
        return PredictedTime{table, row, time_us(*row, costs_of_row(*table, *row))};
      },
      [&](std::size_t, const PredictedTime& time) {
        times.push_back(time);
        return true;
      });
  return times;
}

LeftOutTimes leave_one_out(std::span<const CallTable> tables, const NcclFit& start, int cores,
                           const ReportProgress& report) {
  NcclFits fits = fits_without_each(tables, start, cores, report);
  std::vector<const CallTable*> all;
  for (const CallTable& table : tables) all.push_back(&table);
  LeftOutTimes times;
  times.fitted = times_by(
      all, cores, [&](const CallTable&, const PublishedCall& row) { return costs_of(fits.all, row.costs); });
  times.left_out = times_by(all, cores, [&](const CallTable& table, const PublishedCall& row) {
    return costs_of(fits.without.find(table.family)->second, row.costs);
  });
  std::erase_if(all, [](const CallTable* table) { return !table->many_nodes; });
  times.of_unknown_network = times_by(all, cores, [&](const CallTable&, const PublishedCall& row) {
    NcclCosts costs = row.costs;
    costs.fabric = unknown_network;
    costs.gpudirect = true;
    return costs_of(fits.all, costs);
  });
  times.fit = std::move(fits.all);
  return times;
}

}  // namespace commlab
