#include "core/fit/clock_fit.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/fit/least_squares.h"
#include "core/fit/priors.h"

namespace commlab {
namespace {

constexpr double error_of_a_fit = .15;   // errors beyond 15 % count less and less
constexpr double rows_of_a_family = 12;  // so many rows weighs each family

// One number that the fit moves: the logarithm of a cost, or of its factor for one class.
struct Variable {
  const NcclCost* cost;
  std::string of;  // a class; empty: the common value
  double mean;
  double spread;
};

std::set<std::string> classes_of(NcclCostOf of) {
  if (of == NcclCostOf::gpus) return {"volta", "ampere", "hopper", "blackwell", "mi300x", "pcie"};
  if (of == NcclCostOf::fabric) return {"infiniband", "roce", "slingshot", "efa", "tcp"};
  return {};
}

std::vector<Variable> variables() {
  std::vector<Variable> all;
  for (std::size_t i = 0; i < nccl_costs().size(); ++i) {
    const NcclCost& cost = nccl_costs()[i];
    const Prior& prior = priors()[i];
    all.push_back({&cost, "", std::log(prior.value), prior.spread});
    for (const std::string& name : classes_of(cost.of)) {
      const auto own = std::ranges::find(prior.classes, name, &PriorOfClass::name);
      const bool has_own = own != prior.classes.end();
      const double factor = has_own ? own->factor : 1;
      const bool fixed = prior.spread == 0 && !has_own;  // a limit that only its class has
      const double spread = has_own && own->spread > 0 ? own->spread : prior.of_class;
      all.push_back({&cost, name, std::log(factor), fixed ? 0 : spread});
    }
  }
  return all;
}

ClockFit values_at(const std::vector<Variable>& variables, const std::vector<double>& place) {
  ClockFit fit;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Variable& v = variables[i];
    double NcclCosts::*const value = v.cost->value;
    if (v.of.empty()) {
      fit.common.*value = std::exp(place[i]);
    } else {
      auto& classes = v.cost->of == NcclCostOf::gpus ? fit.gpus : fit.fabrics;
      classes[v.of].*value = fit.common.*value * std::exp(place[i]);
    }
  }
  return fit;
}

struct WeighedRow {
  const PublishedCall* call;
  double weight;
};

std::vector<WeighedRow> weighed(std::span<const CallTable> tables,
                                const std::function<bool(const CallTable&)>& is_left_out) {
  std::map<std::string, double> of_family;  // sum of the square roots of its tables' rows
  for (const CallTable& table : tables)
    if (!is_left_out(table)) of_family[table.family] += std::sqrt(static_cast<double>(table.rows.size()));
  std::vector<WeighedRow> rows;
  for (const CallTable& table : tables) {
    if (is_left_out(table)) continue;
    const double count = static_cast<double>(table.rows.size());
    const double weight = rows_of_a_family * std::sqrt(count) / of_family.at(table.family) / count;
    for (const PublishedCall& call : table.rows)
      if (call.size >= table.fitted_from) rows.push_back({&call, weight});
  }
  return rows;
}

}  // namespace

NcclCosts costs_of(const ClockFit& fit, const NcclCosts& machine) {
  NcclCosts costs = fit.common;
  costs.gpus = machine.gpus;
  costs.fabric = machine.fabric;
  costs.gpudirect = machine.gpudirect;
  costs.behind_host = machine.behind_host;
  const auto gpus = fit.gpus.find(machine.gpus);
  const auto fabric = fit.fabrics.find(machine.fabric);
  for (const NcclCost& cost : nccl_costs()) {
    if (cost.of == NcclCostOf::gpus && gpus != fit.gpus.end()) costs.*cost.value = gpus->second.*cost.value;
    if (cost.of == NcclCostOf::fabric && fabric != fit.fabrics.end())
      costs.*cost.value = fabric->second.*cost.value;
  }
  return costs;
}

ClockFit fit_clock(std::span<const CallTable> tables,
                   const std::function<bool(const CallTable&)>& is_left_out) {
  const std::vector<Variable> all = variables();
  const std::vector<WeighedRow> rows = weighed(tables, is_left_out);
  Problem problem{.scale = error_of_a_fit};
  for (const Variable& v : all) problem.unknowns.push_back({v.mean, v.spread});
  for (const WeighedRow& row : rows) problem.weights.push_back(row.weight);
  ClockFit here;
  problem.move_to = [&](const std::vector<double>& place) { here = values_at(all, place); };
  problem.error = [&](std::size_t row) {
    return log_error(*rows[row].call, costs_of(here, rows[row].call->costs));
  };
  problem.slopes = [&](std::size_t row, double error, Slopes& slopes) {
    const PublishedCall& call = *rows[row].call;
    const NcclCosts costs = costs_of(here, call.costs);
    double slope = 0;  // with the cost: the same for the common value and for the class
    for (std::size_t i = 0; i < all.size(); ++i) {
      const NcclCost& cost = *all[i].cost;
      if (all[i].of.empty())
        slope = slope_of(call, costs, cost, error);
      else if (all[i].of != (cost.of == NcclCostOf::gpus ? costs.gpus : costs.fabric))
        continue;
      if (slope != 0) slopes.emplace_back(i, slope);
    }
  };
  return values_at(all, solve(problem).place);
}

}  // namespace commlab
