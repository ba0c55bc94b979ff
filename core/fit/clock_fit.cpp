#include "core/fit/clock_fit.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "core/fit/priors.h"

namespace commlab {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double loss_scale = .15;       // errors beyond 15 % count less and less
constexpr double rows_of_a_family = 12;  // so many rows weighs each family
constexpr int most_steps = 40;
constexpr double step_of_derivative = 1e-3;

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

class Fit {
 public:
  Fit(std::span<const CallTable> tables, const std::function<bool(const CallTable&)>& is_left_out)
      : variables_(variables()) {
    std::map<std::string, double> of_family;  // sum of the square roots of its tables' rows
    for (const CallTable& table : tables)
      if (!is_left_out(table)) of_family[table.family] += std::sqrt(static_cast<double>(table.rows.size()));
    for (const CallTable& table : tables) {
      if (is_left_out(table)) continue;
      const double rows = static_cast<double>(table.rows.size());
      const double weight = rows_of_a_family * std::sqrt(rows) / of_family.at(table.family) / rows;
      for (const PublishedCall& row : table.rows) if (row.size >= table.fitted_from) rows_.push_back({&row, weight, std::log(row.measured_us)});
    }
  }

  ClockFit run() {
    VectorXd place(size());
    for (Eigen::Index i = 0; i < size(); ++i) place[i] = variable(i).mean;
    double damping = 1e-3;
    double cost = loss(errors(place), place);
    for (int step = 0; step < most_steps; ++step) {
      const VectorXd errors_here = errors(place);
      const auto [matrix, gradient] = normal_equations(place, errors_here);
      bool better = false;
      for (int tries = 0; tries < 8 && !better; ++tries) {
        MatrixXd damped = matrix;
        damped.diagonal() *= 1 + damping;
        const VectorXd next = place - damped.ldlt().solve(gradient);
        const double next_cost = loss(errors(next), next);
        better = next_cost < cost;
        if (better) {
          constexpr double enough = 1e-5;
          const bool last = cost - next_cost < enough * cost;
          place = next;
          cost = next_cost;
          damping = std::max(damping / 5, 1e-6);
          if (last) return values(place);
        } else {
          damping *= 5;
        }
      }
      if (!better) break;
    }
    return values(place);
  }

 private:
  struct WeighedRow {
    const PublishedCall* row;
    double weight;
    double log_measured;
  };

  Eigen::Index size() const { return static_cast<Eigen::Index>(variables_.size()); }
  const Variable& variable(Eigen::Index i) const { return variables_[static_cast<std::size_t>(i)]; }

  ClockFit values(const VectorXd& place) const {
    ClockFit fit;
    for (Eigen::Index i = 0; i < size(); ++i) {
      const Variable& v = variable(i);
      if (v.of.empty()) {
        fit.common.*v.cost->value = std::exp(place[i]);
      } else {
        auto& classes = v.cost->of == NcclCostOf::gpus ? fit.gpus : fit.fabrics;
        classes[v.of].*v.cost->value = fit.common.*v.cost->value * std::exp(place[i]);
      }
    }
    return fit;
  }

  VectorXd errors(const VectorXd& place) const {
    const ClockFit fit = values(place);
    VectorXd all(static_cast<Eigen::Index>(rows_.size()));
    for (std::size_t r = 0; r < rows_.size(); ++r)
      all[static_cast<Eigen::Index>(r)] = error(rows_[r], costs_of(fit, rows_[r].row->costs));
    return all;
  }
  static double error(const WeighedRow& row, const NcclCosts& costs) {
    return std::log(time_us(*row.row, costs)) - row.log_measured;
  }

  double loss(const VectorXd& errors_here, const VectorXd& place) const {
    double sum = 0;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const double z = errors_here[static_cast<Eigen::Index>(r)] / loss_scale;
      sum += rows_[r].weight * std::log1p(z * z);
    }
    for (Eigen::Index i = 0; i < size(); ++i)
      if (variable(i).spread > 0) sum += std::pow((place[i] - variable(i).mean) / variable(i).spread, 2);
    return sum;
  }

  // Gauss and Newton's matrix and gradient, with the weights that Cauchy's loss gives at this place. Variables that are not
  // fitted stay.
  std::pair<MatrixXd, VectorXd> normal_equations(const VectorXd& place, const VectorXd& errors_here) const {
    MatrixXd matrix = MatrixXd::Zero(size(), size());
    VectorXd gradient = VectorXd::Zero(size());
    const ClockFit fit = values(place);
    std::vector<std::pair<Eigen::Index, double>> slopes;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const WeighedRow& row = rows_[r];
      const NcclCosts costs = costs_of(fit, row.row->costs);
      const double error_here = errors_here[static_cast<Eigen::Index>(r)];
      slopes.clear();
      double slope = 0;  // of the cost: the same for the common value and for the class
      for (Eigen::Index i = 0; i < size(); ++i) {
        const Variable& v = variable(i);
        if (v.of.empty()) {
          NcclCosts moved = costs;
          moved.*v.cost->value *= std::exp(step_of_derivative);
          slope = (error(row, moved) - error_here) / step_of_derivative;
        } else if (v.of != (v.cost->of == NcclCostOf::gpus ? costs.gpus : costs.fabric)) {
          continue;
        }
        if (slope != 0 && v.spread > 0) slopes.emplace_back(i, slope);
      }
      const double z = error_here / loss_scale;
      const double weight = row.weight / (1 + z * z) / (loss_scale * loss_scale);
      for (const auto& [i, of_i] : slopes) {
        gradient[i] += weight * of_i * error_here;
        for (const auto& [j, of_j] : slopes) matrix(i, j) += weight * of_i * of_j;
      }
    }
    for (Eigen::Index i = 0; i < size(); ++i) {
      const double spread = variable(i).spread;
      matrix(i, i) += spread > 0 ? 1 / (spread * spread) : 1;
      if (spread > 0) gradient[i] += (place[i] - variable(i).mean) / (spread * spread);
    }
    return {matrix, gradient};
  }

  std::vector<Variable> variables_;
  std::vector<WeighedRow> rows_;
};

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
    if (cost.of == NcclCostOf::fabric && fabric != fit.fabrics.end()) costs.*cost.value = fabric->second.*cost.value;
  }
  return costs;
}

ClockFit fit_of_priors() {
  return Fit({}, [](const CallTable&) { return false; }).run();
}

ClockFit fit_clock(std::span<const CallTable> tables, const std::function<bool(const CallTable&)>& is_left_out) {
  return Fit(tables, is_left_out).run();
}

}  // namespace commlab
