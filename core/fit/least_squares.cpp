#include "core/fit/least_squares.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "core/base/in_parallel.h"

namespace commlab {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int most_steps = 40;
constexpr double enough = 1e-5;  // a step that improves the loss by less is the last one

class Solver {
 public:
  Solver(const Problem& problem, std::vector<double> start) : problem_(problem), place_(std::move(start)) {}

  Solution run() {
    loss_ = loss_at(place_);
    for (int step = 0; step < most_steps; ++step)
      if (!improve()) break;
    problem_.move_to(place_);
    read_rows();
    return {place_, spreads()};
  }

 private:
  using Place = std::vector<double>;

  double loss_at(const Place& place) {
    problem_.move_to(place);
    double loss = 0;
    for (std::size_t row = 0; row < problem_.weights.size(); ++row) {
      const double z = problem_.error(row) / problem_.scale;
      loss += problem_.weights[row] * std::log1p(z * z);
    }
    for (std::size_t i = 0; i < place.size(); ++i) {
      const auto& [mean, spread] = problem_.unknowns[i];
      if (spread > 0) loss += std::pow((place[i] - mean) / spread, 2);
    }
    return loss;
  }

  // Gauss and Newton's matrix and gradient, with the weights that Cauchy's loss gives at this place.
  // REQUIRES: the problem has moved there.
  void read_rows() {
    const auto size = static_cast<Eigen::Index>(place_.size());
    matrix_ = MatrixXd::Zero(size, size);
    gradient_ = VectorXd::Zero(size);
    Slopes slopes;
    for (std::size_t row = 0; row < problem_.weights.size(); ++row) {
      const double error = problem_.error(row), z = error / problem_.scale;
      const double weight = problem_.weights[row] / (1 + z * z) / (problem_.scale * problem_.scale);
      slopes.clear();
      problem_.slopes(row, error, slopes);
      for (const auto& [i, of_i] : slopes) {
        gradient_[static_cast<Eigen::Index>(i)] += weight * of_i * error;
        for (const auto& [j, of_j] : slopes)
          matrix_(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) += weight * of_i * of_j;
      }
    }
    for (Eigen::Index i = 0; i < size; ++i) {
      const auto& [mean, spread] = problem_.unknowns[static_cast<std::size_t>(i)];
      if (spread == 0) {  // stays: it has no equation with the others
        matrix_.row(i).setZero();
        matrix_.col(i).setZero();
        matrix_(i, i) = 1;
        gradient_[i] = 0;
      } else {
        matrix_(i, i) += 1 / (spread * spread);
        gradient_[i] += (place_[static_cast<std::size_t>(i)] - mean) / (spread * spread);
      }
    }
  }

  // One step; a smaller one, where it makes the loss larger. False: no step helps, or helps much.
  bool improve() {
    problem_.move_to(place_);
    read_rows();
    constexpr int most_tries = 8;
    for (int tries = 0; tries < most_tries; ++tries) {
      MatrixXd damped = matrix_;
      damped.diagonal() *= 1 + damping_;
      const VectorXd step = damped.ldlt().solve(gradient_);
      Place next = place_;
      for (std::size_t i = 0; i < next.size(); ++i) next[i] -= step[static_cast<Eigen::Index>(i)];
      const double loss = loss_at(next);
      if (loss < loss_) {
        const bool much = loss_ - loss >= enough * loss_;
        place_ = std::move(next);
        loss_ = loss;
        damping_ = std::max(damping_ / 5, 1e-6);
        return much;
      }
      damping_ *= 5;
    }
    return false;
  }

  std::vector<double> spreads() const {
    const auto size = static_cast<Eigen::Index>(place_.size());
    const MatrixXd covariance = matrix_.ldlt().solve(MatrixXd::Identity(size, size));
    std::vector<double> spreads;
    for (Eigen::Index i = 0; i < size; ++i)
      spreads.push_back(
          problem_.unknowns[static_cast<std::size_t>(i)].spread == 0 ? 0 : std::sqrt(covariance(i, i)));
    return spreads;
  }

  const Problem& problem_;
  Place place_;
  double loss_ = 0;
  double damping_ = 1e-3;
  MatrixXd matrix_;
  VectorXd gradient_;
};

class Rounds {
 public:
  Rounds(const Problem& problem, int cores, const ReportProgress& report)
      : problem_(problem), cores_(cores), report_(report) {}

  std::pair<Solution, RowsAtAPlace> run(std::vector<double> start) {
    RowsAtAPlace rows = at(std::move(start));
    Solution solution;
    for (int round = 0; round < most_rounds; ++round) {
      report_(static_cast<double>(round) / most_rounds, "rounds of the fit");
      find_slopes(rows);
      solution = solve_near(rows, problem_.unknowns, problem_.weights, problem_.scale);
      if (round + 1 == most_rounds || !go_on(rows, solution.place)) break;
    }
    if (rows.slopes.empty()) find_slopes(rows);
    solution.place = rows.place;
    return {std::move(solution), std::move(rows)};
  }

 private:
  static constexpr int most_rounds = 8;
  static constexpr double enough_of_a_round = 1e-3;  // a round that improves the loss by less is the last one

  // The errors there; no slopes yet.
  RowsAtAPlace at(std::vector<double> place) {
    RowsAtAPlace rows{.place = std::move(place), .errors = std::vector<double>(problem_.weights.size())};
    problem_.move_to(rows.place);
    in_parallel(
        rows.errors.size(), cores_, [&](std::size_t row) { return problem_.error(row); },
        [&](std::size_t row, double error) {
          rows.errors[row] = error;
          return true;
        });
    return rows;
  }

  // REQUIRES: the problem has moved to the rows' place.
  void find_slopes(RowsAtAPlace& rows) {
    rows.slopes.resize(rows.errors.size());
    in_parallel(
        rows.errors.size(), cores_,
        [&](std::size_t row) {
          Slopes slopes;
          problem_.slopes(row, rows.errors[row], slopes);
          return slopes;
        },
        [&](std::size_t row, Slopes slopes) {
          rows.slopes[row] = std::move(slopes);
          return true;
        });
  }

  // Moves to the place, or only part of the way if that makes the loss smaller. False: it hardly does.
  bool go_on(RowsAtAPlace& rows, const std::vector<double>& place) {
    const double before = loss_of(rows);
    constexpr int most_tries = 4;
    for (int tries = 0; tries < most_tries; ++tries) {
      std::vector<double> next = rows.place;
      for (std::size_t i = 0; i < next.size(); ++i) next[i] += std::ldexp(place[i] - rows.place[i], -tries);
      RowsAtAPlace there = at(std::move(next));
      const double after = loss_of(there);
      if (after >= before) continue;
      rows = std::move(there);
      return before - after > enough_of_a_round * before;
    }
    problem_.move_to(rows.place);
    return false;
  }

  double loss_of(const RowsAtAPlace& rows) const {
    double loss = 0;
    for (std::size_t row = 0; row < rows.errors.size(); ++row)
      loss += problem_.weights[row] * std::log1p(std::pow(rows.errors[row] / problem_.scale, 2));
    for (std::size_t i = 0; i < rows.place.size(); ++i) {
      const auto& [mean, spread] = problem_.unknowns[i];
      if (spread > 0) loss += std::pow((rows.place[i] - mean) / spread, 2);
    }
    return loss;
  }

  const Problem& problem_;
  const int cores_;
  const ReportProgress& report_;
};

}  // namespace

std::vector<double> means_of(const std::vector<Unknown>& unknowns) {
  std::vector<double> means;
  for (const Unknown& unknown : unknowns) means.push_back(unknown.mean);
  return means;
}

Solution solve_near(const RowsAtAPlace& rows, const std::vector<Unknown>& unknowns,
                    const std::vector<double>& weights, double scale) {
  std::vector<double> here;
  Problem linear{.unknowns = unknowns, .weights = weights, .scale = scale};
  linear.move_to = [&](const std::vector<double>& place) { here = place; };
  linear.error = [&](std::size_t row) {
    double error = rows.errors[row];
    for (const auto& [unknown, slope] : rows.slopes[row])
      error += slope * (here[unknown] - rows.place[unknown]);
    return error;
  };
  linear.slopes = [&](std::size_t row, double, Slopes& slopes) {
    slopes.insert(slopes.end(), rows.slopes[row].begin(), rows.slopes[row].end());
  };
  return Solver(linear, rows.place).run();
}

std::pair<Solution, RowsAtAPlace> solve_in_rounds(const Problem& problem, std::vector<double> start,
                                                  int cores, const ReportProgress& report) {
  return Rounds(problem, cores, report).run(std::move(start));
}

}  // namespace commlab
