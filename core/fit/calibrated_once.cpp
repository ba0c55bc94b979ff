#include "core/fit/calibrated_once.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <string>

#include "core/base/in_parallel.h"
#include "core/base/named_values.h"
#include "core/fit/calibration.h"
#include "core/fit/leave_one_out.h"

namespace commlab {
namespace {

// What a table that calibrates and one that judges have in common.
enum class InCommon : std::uint8_t { other_collective, other_nodes, other_ranks, same_again, farther };
constexpr NamedValue<InCommon> names_in_common[] = {{"another collective", InCommon::other_collective},
                                                    {"another number of nodes", InCommon::other_nodes},
                                                    {"another number of ranks", InCommon::other_ranks},
                                                    {"the same again", InCommon::same_again},
                                                    {"farther away", InCommon::farther}};

InCommon in_common(const CallTable& teacher, const CallTable& judge) {
  const PublishedCall &a = teacher.rows.front(), &b = judge.rows.front();
  const bool one_kind = a.call.collective.kind == b.call.collective.kind;
  const bool as_many_nodes = a.ground->nccl->nodes == b.ground->nccl->nodes;
  const bool as_many_ranks = a.call.collective.ranks == b.call.collective.ranks;
  if (one_kind && !as_many_nodes) return InCommon::other_nodes;
  if (one_kind) return as_many_ranks ? InCommon::same_again : InCommon::other_ranks;
  return as_many_nodes && as_many_ranks ? InCommon::other_collective : InCommon::farther;
}

std::map<std::string, std::vector<const CallTable*>> by_cluster(std::span<const CallTable> tables) {
  std::map<std::string, std::vector<const CallTable*>> clusters;
  for (const CallTable& table : tables)
    if (!table.rows.empty()) clusters[table.cluster].push_back(&table);
  return clusters;
}

// What these rows teach of their cluster, from a fit that has not seen its family.
NcclCosts calibrated(std::vector<PublishedCall> rows, const NcclFit& fit) {
  std::vector<const PublishedCall*> used;
  for (PublishedCall& row : rows) {
    row.costs = costs_of(fit, row.costs);
    used.push_back(&row);
  }
  return MachineFit(used).calibration().costs;
}

void append(CalibratedTimes times, CalibratedTimes& to) {
  std::ranges::move(times.before, std::back_inserter(to.before));
  std::ranges::move(times.after, std::back_inserter(to.after));
}

PredictedTime predicted(const CallTable& table, const PublishedCall& row, const NcclCosts& costs) {
  return {&table, &row, time_us(row, costs), band_of(row.call, nccl_site(*row.ground->nccl), costs)};
}

}  // namespace

CalibratedPart calibrated_by_halves(std::span<const CallTable> tables, const NcclFit& start, int cores,
                                    const ReportProgress& report) {
  const NcclFits fits = fits_without_each(tables, start, cores, report);
  constexpr std::size_t fewest_rows = 6;
  CalibratedTimes all;
  in_parallel(
      tables.size(), cores,
      [&](std::size_t i) {
        const CallTable& table = tables[i];
        CalibratedTimes times;
        if (table.rows.size() < fewest_rows) return times;
        const NcclFit& fit = fits.without.find(table.family)->second;
        std::vector<PublishedCall> teachers;
        for (std::size_t row = 0; row < table.rows.size(); row += 2) teachers.push_back(table.rows[row]);
        const NcclCosts learned = calibrated(std::move(teachers), fit);
        for (std::size_t row = 1; row < table.rows.size(); row += 2) {
          const PublishedCall& judge = table.rows[row];
          times.before.push_back(predicted(table, judge, costs_of(fit, judge.costs)));
          times.after.push_back(predicted(table, judge, learned));
        }
        return times;
      },
      [&](std::size_t i, CalibratedTimes times) {
        report(static_cast<double>(i + 1) / static_cast<double>(tables.size()), tables[i].name);
        append(std::move(times), all);
        return true;
      });
  return {"every second row", std::move(all)};
}

std::vector<CalibratedPart> calibrated_once(std::span<const CallTable> tables, const NcclFit& start,
                                            int cores, const ReportProgress& report) {
  const NcclFits fits = fits_without_each(tables, start, cores, report);
  struct Teacher {
    const CallTable* table;
    const std::vector<const CallTable*>* cluster;
  };
  const auto clusters = by_cluster(tables);
  std::vector<Teacher> teachers;
  for (const auto& [name, members] : clusters)
    for (const CallTable* table : members) teachers.push_back({table, &members});

  std::map<InCommon, CalibratedTimes> found;
  in_parallel(
      teachers.size(), cores,
      [&](std::size_t i) {
        const auto& [teacher, cluster] = teachers[i];
        std::map<InCommon, CalibratedTimes> of_teacher;
        if (cluster->size() < 2) return of_teacher;
        const NcclFit& fit = fits.without.find(teacher->family)->second;
        const NcclCosts learned = calibrated(teacher->rows, fit);
        for (const CallTable* judge : *cluster) {
          if (judge == teacher) continue;
          CalibratedTimes& times = of_teacher[in_common(*teacher, *judge)];
          for (const PublishedCall& row : judge->rows) {
            times.before.push_back(predicted(*judge, row, costs_of(fit, row.costs)));
            times.after.push_back(predicted(*judge, row, learned));
          }
        }
        return of_teacher;
      },
      [&](std::size_t i, std::map<InCommon, CalibratedTimes> of_teacher) {
        report(static_cast<double>(i + 1) / static_cast<double>(teachers.size()), teachers[i].table->name);
        for (auto& [in_common, times] : of_teacher) append(std::move(times), found[in_common]);
        return true;
      });
  std::vector<CalibratedPart> parts;
  for (auto& [in_common, times] : found)
    parts.push_back({name_in(names_in_common, in_common), std::move(times)});
  return parts;
}

}  // namespace commlab
