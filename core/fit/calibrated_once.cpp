#include "core/fit/calibrated_once.h"

#include <map>
#include <string>

#include "core/fit/calibration.h"
#include "core/fit/leave_one_out.h"

namespace commlab {
namespace {

std::map<std::string, std::vector<const CallTable*>> by_cluster(std::span<const CallTable> tables) {
  std::map<std::string, std::vector<const CallTable*>> clusters;
  for (const CallTable& table : tables)
    if (!table.rows.empty()) clusters[table.cluster].push_back(&table);
  return clusters;
}

// What this table teaches of its cluster, from a fit that has not seen the family.
NcclCosts calibrated(const CallTable& table, const ClockFit& fit) {
  std::vector<PublishedCall> rows = table.rows;
  std::vector<const PublishedCall*> used;
  for (PublishedCall& row : rows) {
    row.costs = costs_of(fit, row.costs);
    used.push_back(&row);
  }
  return calibrate_clock(used).costs;
}

}  // namespace

CalibratedTimes calibrated_once(std::span<const CallTable> tables, int cores, const ReportProgress& report) {
  const std::map<std::string, ClockFit> without = fits_without_each(tables, cores, report);
  CalibratedTimes times;
  for (const auto& [cluster, members] : by_cluster(tables)) {
    if (members.size() < 2) continue;
    const ClockFit& fit = without.at(members.front()->family);
    std::vector<NcclCosts> learned;
    for (const CallTable* table : members) learned.push_back(calibrated(*table, fit));
    for (const CallTable* judge : members)
      for (std::size_t teacher = 0; teacher < members.size(); ++teacher) {
        if (members[teacher] == judge) continue;
        for (const PublishedCall& row : judge->rows) {
          times.before.push_back({judge, &row, time_us(row, costs_of(fit, row.costs))});
          times.after.push_back({judge, &row, time_us(row, learned[teacher])});
        }
      }
  }
  return times;
}

}  // namespace commlab
