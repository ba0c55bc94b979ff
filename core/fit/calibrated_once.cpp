#include "core/fit/calibrated_once.h"

#include <algorithm>
#include <iterator>
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
NcclCosts calibrated(const CallTable& table, const NcclFit& fit, int cores) {
  std::vector<PublishedCall> rows = table.rows;
  std::vector<const PublishedCall*> used;
  for (PublishedCall& row : rows) {
    row.costs = costs_of(fit, row.costs);
    used.push_back(&row);
  }
  return MachineFit(used, cores).calibration().costs;
}

}  // namespace

CalibratedTimes calibrated_once(std::span<const CallTable> tables, const NcclFit& start, int cores,
                                const ReportProgress& report) {
  const NcclFits fits = fits_without_each(tables, start, cores, report);
  CalibratedTimes times;
  for (const auto& [cluster, members] : by_cluster(tables)) {
    if (members.size() < 2) continue;
    const NcclFit& fit = fits.without.find(members.front()->family)->second;
    const std::vector<PredictedTime> before = times_by(
        members, cores, [&](const CallTable&, const PublishedCall& row) { return costs_of(fit, row.costs); });
    for (const CallTable* teacher : members) {
      const NcclCosts learned = calibrated(*teacher, fit, cores);
      std::vector<const CallTable*> judges = members;
      std::erase(judges, teacher);
      std::ranges::copy(
          times_by(judges, cores, [&](const CallTable&, const PublishedCall&) { return learned; }),
          std::back_inserter(times.after));
      std::ranges::copy_if(before, std::back_inserter(times.before),
                           [&](const PredictedTime& time) { return time.table != teacher; });
    }
  }
  return times;
}

}  // namespace commlab
