#include "core/check/telling_run.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/in_parallel.h"

namespace commlab {
namespace {

// Times that differ less, as logarithms, differ no more than two runs may.
constexpr double enough = .15;

// The same collective first: of equal runs, the first is chosen.
std::vector<PublishedRow> candidates(const PublishedTable& table) {
  const PublishedRow& largest = largest_row(table);
  std::vector<PublishedRow> rows;
  std::vector<CollectiveKind> kinds{largest.kind};
  for (const CollectiveKind kind : {CollectiveKind::all_reduce, CollectiveKind::all_gather,
                                    CollectiveKind::broadcast, CollectiveKind::sendrecv})
    if (kind != largest.kind) kinds.push_back(kind);
  for (const CollectiveKind kind : kinds)
    for (const bool on_one_node : {false, true})
      for (const Bytes size : {MiB(1024), MiB(64), MiB(1), KiB(16)}) {
        PublishedRow row = largest;
        row.kind = kind;
        row.size = size;
        row.time = Time{1};  // nothing is measured
        if (on_one_node) {
          row.ranks /= row.nodes;
          row.nodes = 1;
        }
        if (row.ranks > 1 && !(on_one_node && largest.nodes == 1)) rows.push_back(row);
      }
  return rows;
}

double contrast(const TellingRun& run) {
  return std::abs(std::log(static_cast<double>(run.by_first.ps) / static_cast<double>(run.by_second.ps)));
}

}  // namespace

std::optional<TellingRun> telling_run(const PublishedTable& table, const Hypothesis& first,
                                      const Hypothesis& second, const Predict& predict, int cores) {
  PublishedTable tried = table;
  tried.rows = candidates(table);
  const PublishedCalls by_first = calls_of(tried, first.run, predict);
  const PublishedCalls by_second = calls_of(tried, second.run, predict);
  std::optional<TellingRun> best;
  in_parallel(
      tried.rows.size(), cores,
      [&](std::size_t i) -> std::optional<TellingRun> {
        const PublishedRow& row = tried.rows[i];
        const Result<SimulatedCall> one = simulated(by_first, row), other = simulated(by_second, row);
        if (!one || !other) return std::nullopt;
        return TellingRun{row.kind, row.size, row.ranks, row.nodes, one->time, other->time};
      },
      [&](std::size_t, std::optional<TellingRun> run) {
        constexpr double clearly_more = 1.1;  // else the one before is as good
        if (run && contrast(*run) > enough && (!best || contrast(*run) > clearly_more * contrast(*best)))
          best = run;
        return true;
      });
  return best;
}

}  // namespace commlab
