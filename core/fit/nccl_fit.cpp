#include "core/fit/nccl_fit.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "core/fit/least_squares.h"
#include "core/fit/priors.h"
#include "core/machine/network_classes.h"

namespace commlab {
namespace {

constexpr double error_of_a_fit = .15;   // errors beyond 15 % count less and less
constexpr double rows_of_a_family = 12;  // so many rows weighs each family, and no more than it has

// One number that the fit moves: the logarithm of a cost, or of its factor for one class.
struct Variable {
  const NcclCost* cost;
  std::string of;  // a class; empty: the common value
  double mean;
  double spread;
};

std::set<std::string> classes_of(NcclCostOf of) {
  if (of == NcclCostOf::gpus) return {"volta", "ampere", "hopper", "blackwell", "mi300x", "pcie"};
  if (of == NcclCostOf::fabric) return {network_classes.begin(), network_classes.end()};
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

NcclFit values_at(const std::vector<Variable>& variables, const std::vector<double>& place) {
  NcclFit fit;
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

// Where a fit is. A number that the fit does not move stays at its mean.
std::vector<double> place_of(const std::vector<Variable>& variables, const NcclFit& fit) {
  std::vector<double> place;
  for (const Variable& v : variables) {
    const double common = fit.common.*v.cost->value;
    const auto& classes = v.cost->of == NcclCostOf::gpus ? fit.gpus : fit.fabrics;
    const auto of_class = classes.find(v.of);
    if (v.spread == 0 || (!v.of.empty() && of_class == classes.end()))
      place.push_back(v.mean);
    else
      place.push_back(v.of.empty() ? std::log(common) : std::log(of_class->second.*v.cost->value / common));
  }
  return place;
}

// Every row has a weight, if its table's family is not `without`.
std::vector<double> weights_of(std::span<const CallTable> tables, std::string_view without) {
  std::map<std::string, double> of_family;  // sum of the square roots of its tables' rows
  for (const CallTable& table : tables)
    of_family[table.family] += std::sqrt(static_cast<double>(table.rows.size()));
  std::vector<double> weights;
  for (const CallTable& table : tables) {
    const double count = static_cast<double>(table.rows.size());
    const double share = std::sqrt(count) / of_family.at(table.family);
    const double weight = std::min(1., rows_of_a_family * share / count);
    for (const PublishedCall& call : table.rows)
      weights.push_back(table.family == without || call.size < table.fitted_from ? 0 : weight);
  }
  return weights;
}

// The fit of all tables, and what their rows say around it.
class AllTables {
 public:
  AllTables(std::span<const CallTable> tables, const NcclFit& start, int cores, const ReportProgress& report)
      : tables_(tables), variables_(variables()) {
    for (const CallTable& table : tables)
      for (const PublishedCall& call : table.rows) rows_.push_back(&call);
    for (const Variable& v : variables_) unknowns_.push_back({v.mean, v.spread});
    std::tie(solution_, around_) = solve_in_rounds(problem(), place_of(variables_, start), cores, report);
  }

  NcclFit fit() const { return values_at(variables_, solution_.place); }
  NcclFit without(std::string_view family) const {
    return values_at(variables_,
                     solve_near(around_, unknowns_, weights_of(tables_, family), error_of_a_fit).place);
  }

 private:
  Problem problem() {
    Problem problem{.unknowns = unknowns_, .weights = weights_of(tables_, ""), .scale = error_of_a_fit};
    problem.move_to = [this](const std::vector<double>& place) { here_ = values_at(variables_, place); };
    problem.error = [this](std::size_t row) {
      return log_error(*rows_[row], costs_of(here_, rows_[row]->costs));
    };
    problem.slopes = [this](std::size_t row, double error, Slopes& slopes) {
      add_slopes(row, error, slopes);
    };
    return problem;
  }

  // The slope with a cost is the same for the common value and for the row's class.
  void add_slopes(std::size_t row, double error, Slopes& slopes) const {
    const PublishedCall& call = *rows_[row];
    const NcclCosts costs = costs_of(here_, call.costs);
    double slope = 0;
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      const NcclCost& cost = *variables_[i].cost;
      if (variables_[i].of.empty())
        slope = slope_of(call, costs, cost, error);
      else if (variables_[i].of != (cost.of == NcclCostOf::gpus ? costs.gpus : costs.fabric))
        continue;
      if (slope != 0) slopes.emplace_back(i, slope);
    }
  }

  std::span<const CallTable> tables_;
  std::vector<Variable> variables_;
  std::vector<const PublishedCall*> rows_;
  std::vector<Unknown> unknowns_;
  NcclFit here_;
  Solution solution_;
  RowsAtAPlace around_;
};

}  // namespace

NcclCosts costs_of(const NcclFit& fit, const NcclCosts& machine) {
  NcclCosts costs = fit.common;
  costs.gpus = machine.gpus;
  costs.fabric = machine.fabric;
  costs.gpudirect = machine.gpudirect;
  costs.behind_host = machine.behind_host;
  costs.one_node = machine.one_node;
  costs.many_nodes = machine.many_nodes;
  const auto gpus = fit.gpus.find(machine.gpus);
  const auto fabric = fit.fabrics.find(machine.fabric);
  for (const NcclCost& cost : nccl_costs()) {
    if (cost.of == NcclCostOf::gpus && gpus != fit.gpus.end()) costs.*cost.value = gpus->second.*cost.value;
    if (cost.of == NcclCostOf::fabric && fabric != fit.fabrics.end())
      costs.*cost.value = fabric->second.*cost.value;
  }
  return costs;
}

NcclFit known_before() {
  const std::vector<Variable> all = variables();
  std::vector<double> means;
  for (const Variable& v : all) means.push_back(v.mean);
  return values_at(all, means);
}

NcclFits fits_without_each(std::span<const CallTable> tables, const NcclFit& start, int cores,
                           const ReportProgress& report) {
  const AllTables all(tables, start, cores, report);
  NcclFits fits{.all = all.fit()};
  for (const CallTable& table : tables)
    if (!fits.without.contains(table.family)) fits.without.emplace(table.family, all.without(table.family));
  return fits;
}

}  // namespace commlab
