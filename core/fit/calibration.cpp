#include "core/fit/calibration.h"

#include <algorithm>
#include <cmath>

#include "core/base/percentile.h"

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
// followed closely, and earn nothing by it. `errors`: by costs that follow them.
double trust_in(const std::vector<double>& errors) {
  constexpr double well_predicted = .05, least = .1;
  const double most = static_cast<double>(errors.size()) < most_weight ? 1 : most_trust;
  constexpr double deviation_of_median = 1.48;  // of the normal distribution
  std::vector<double> off;
  for (const double error : errors) off.push_back(std::abs(error));
  const double deviation = deviation_of_median * percentile(off, .5);
  return std::clamp(std::pow(well_predicted / std::max(deviation, 1e-3), 2), least, most);
}

// A cost is learned if it is known much better than before.
constexpr double much_surer = .7;

}  // namespace

MachineFit::MachineFit(std::span<const PublishedCall* const> rows, int cores) : rows_(rows) {
  for (const NcclCost& cost : nccl_costs())
    unknowns_.push_back({std::log(before().*cost.value), spread_of(cost)});
  around_ = solve_in_rounds(problem(), means_of(unknowns_), cores, [](double, std::string_view) {}).second;
  trust_ = trust_in(around_.errors);
}

template <class Counts>
Solution MachineFit::solution(Counts counts) const {
  std::vector<double> weights = weights_with(trust_);
  for (std::size_t row = 0; row < weights.size(); ++row)
    if (!counts(row)) weights[row] = 0;
  return solve_near(around_, unknowns_, weights, usual_error);
}

NcclCosts MachineFit::costs_at(const std::vector<double>& place) const {
  NcclCosts costs = before();
  for (std::size_t i = 0; i < place.size(); ++i) costs.*nccl_costs()[i].value = std::exp(place[i]);
  return costs;
}

std::vector<double> MachineFit::weights_with(double trust) const {
  return std::vector<double>(rows_.size(),
                             trust * std::min(1., most_weight / static_cast<double>(rows_.size())));
}

Problem MachineFit::problem() {
  Problem problem{.unknowns = unknowns_, .weights = weights_with(most_trust), .scale = usual_error};
  problem.move_to = [this](const std::vector<double>& place) { here_ = costs_at(place); };
  problem.error = [this](std::size_t row) { return log_error(*rows_[row], here_); };
  problem.slopes = [this](std::size_t row, double error, Slopes& slopes) {
    for (std::size_t i = 0; i < nccl_costs().size(); ++i)
      if (const double slope = slope_of(*rows_[row], here_, nccl_costs()[i], error); slope != 0)
        slopes.emplace_back(i, slope);
  };
  return problem;
}

NcclCalibration MachineFit::calibration() const {
  const Solution all = solution([](std::size_t) { return true; });
  NcclCalibration calibration{.costs = costs_at(all.place), .values = {}};
  for (std::size_t i = 0; i < nccl_costs().size(); ++i) {
    const NcclCost& cost = nccl_costs()[i];
    const double spread = all.spreads[i], known = unknowns_[i].spread;
    if (spread > .999 * known) continue;  // no row depends on it
    calibration.values.push_back({.cost = &cost,
                                  .before = before().*cost.value,
                                  .after = calibration.costs.*cost.value,
                                  .spread = spread,
                                  .learned = spread < much_surer * known});
  }
  return calibration;
}

CalibrationJudgement MachineFit::judgement() const {
  constexpr std::size_t parts = 5;
  if (rows_.size() < 2) return {};
  std::vector<double> before, after;
  for (std::size_t part = 0; part < std::min(parts, rows_.size()); ++part) {
    const Solution others = solution([&](std::size_t row) { return row % parts != part; });
    const NcclCosts learned = costs_at(others.place);
    for (std::size_t i = part; i < rows_.size(); i += parts) {
      const auto off = [&](const NcclCosts& costs) {
        return 100 * std::abs(time_us(*rows_[i], costs) / rows_[i]->measured_us - 1);
      };
      before.push_back(off(rows_[i]->costs));
      after.push_back(off(learned));
    }
  }
  return {.before = errors_of(before), .after = errors_of(after), .rows = static_cast<int>(after.size())};
}

}  // namespace commlab
