#include "core/fit/calibration.h"

#include <algorithm>
#include <cmath>

#include "core/base/percentile.h"
#include "core/fit/least_squares.h"

namespace commlab {
namespace {

// How far machines of one generation, on one kind of network, differ from what is known of them all. Hosts
// differ most in how fast a thread starts work. Chosen on published tables: calibrated with one table of a
// cluster, the others of that cluster get better where it is steady, and hardly worse where it is not
// (`commlab accuracy --calibrated`).
double spread_of(const NcclCost& cost) {
  if (cost.name == "thread_start") return .4;
  if (cost.name == "links") return .05;
  switch (cost.of) {
    case NcclCostOf::gpus: return .2;
    case NcclCostOf::fabric: return .2;
    case NcclCostOf::all: break;
  }
  return .05;
}

constexpr double usual_error = .15;  // errors beyond it count less and less
constexpr double most_weight = 12;   // more rows than these count no more than these
constexpr double most_trust = 4;     // the factor of rows that costs can follow closely

// Rows that are far off even by costs that follow them say little of other tables, too. A few rows are always
// followed closely, and earn nothing by it.
double trust_in(std::span<const PublishedCall* const> rows, const NcclCosts& costs) {
  constexpr double well_predicted = .05, least = .1;
  const double most = static_cast<double>(rows.size()) < most_weight ? 1 : most_trust;
  constexpr double deviation_of_median = 1.48;  // of the normal distribution
  std::vector<double> off;
  for (const PublishedCall* row : rows) off.push_back(std::abs(log_error(*row, costs)));
  const double deviation = deviation_of_median * percentile(off, .5);
  return std::clamp(std::pow(well_predicted / std::max(deviation, 1e-3), 2), least, most);
}

// A cost is learned if it is known much better than before.
constexpr double much_surer = .7;

}  // namespace

ClockCalibration calibrate_clock(std::span<const PublishedCall* const> rows) {
  const NcclCosts before = rows.front()->costs;
  const std::span<const NcclCost> all = nccl_costs();
  NcclCosts here;
  Problem problem{.scale = usual_error};
  for (const NcclCost& cost : all)
    problem.unknowns.push_back({std::log(before.*cost.value), spread_of(cost)});
  const double count = static_cast<double>(rows.size());
  problem.move_to = [&](const std::vector<double>& place) {
    here = before;
    for (std::size_t i = 0; i < all.size(); ++i) here.*all[i].value = std::exp(place[i]);
  };
  problem.error = [&](std::size_t row) { return log_error(*rows[row], here); };
  problem.slopes = [&](std::size_t row, double error, Slopes& slopes) {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (const double slope = slope_of(*rows[row], here, all[i], error); slope != 0)
        slopes.emplace_back(i, slope);
  };
  const auto solved_with = [&](double trust) {
    problem.weights.assign(rows.size(), trust * std::min(1., most_weight / count));
    Solution solution = solve(problem);
    problem.move_to(solution.place);
    return solution;
  };
  solved_with(most_trust);  // shows how closely costs can follow the rows
  const Solution solution = solved_with(trust_in(rows, here));

  ClockCalibration calibration{.costs = here, .values = {}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double spread = solution.spreads[i], known = problem.unknowns[i].spread;
    if (spread > .999 * known) continue;  // no row depends on it
    calibration.values.push_back({.cost = &all[i],
                                  .before = before.*all[i].value,
                                  .after = here.*all[i].value,
                                  .spread = spread,
                                  .learned = spread < much_surer * known});
  }
  return calibration;
}

CalibrationJudgement judge_calibration(std::span<const PublishedCall* const> rows) {
  constexpr std::size_t parts = 5;
  std::vector<double> before, after;
  for (std::size_t part = 0; part < parts; ++part) {
    std::vector<const PublishedCall*> used;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (i % parts != part) used.push_back(rows[i]);
    if (used.empty() || used.size() == rows.size()) continue;
    const ClockCalibration calibration = calibrate_clock(used);
    for (std::size_t i = part; i < rows.size(); i += parts) {
      const auto off = [&](const NcclCosts& costs) {
        return 100 * std::abs(time_us(*rows[i], costs) / rows[i]->measured_us - 1);
      };
      before.push_back(off(rows[i]->costs));
      after.push_back(off(calibration.costs));
    }
  }
  return {.before = errors_of(before), .after = errors_of(after), .rows = static_cast<int>(after.size())};
}

}  // namespace commlab
