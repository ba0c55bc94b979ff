#include "gui/experiments/pair_comparison.h"

#include <algorithm>

#include "core/routes/router.h"

namespace commlab {

std::optional<double> PairComparison::Row::difference_percent() const {
  if (!expected) return std::nullopt;
  const auto known = static_cast<double>(expected->bytes_per_second);
  return 100 * (static_cast<double>(measured.bytes_per_second) - known) / known;
}

Result<PairComparison> compare_pairs(const PairReport& report, const Machine& machine) {
  const Topology& topology = machine.topology;
  if (static_cast<int>(report.places.size()) > topology.gpus)
    return fail("--machine {}: it has {} GPUs, but {} places were measured; name one with that many GPUs",
                machine.name, topology.gpus, report.places.size());
  PairComparison comparison{.machine = machine.name, .rows = {}};
  Router router(topology);
  for (const PairReport::Pair& pair : report.pairs) {
    PairComparison::Row row{
        .from = pair.from,
        .to = pair.to,
        .measured = {static_cast<std::int64_t>(1e9 * rate_GBps(report.large, pair.one_way.median))},
        .expected = {}};
    if (const auto route = router.route(pair.from, pair.to); route && !route->empty()) {
      Bandwidth narrowest{INT64_MAX};
      for (const LinkId link : *route) narrowest = std::min(narrowest, topology.links[link].bandwidth);
      row.expected = narrowest;
    }
    comparison.rows.push_back(row);
  }
  return comparison;
}

}  // namespace commlab
