#include "core/fit/least_squares.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace commlab {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int most_steps = 40;
constexpr double enough = 1e-5;  // a step that improves the loss by less is the last one

class Solver {
 public:
  explicit Solver(const Problem& problem) : problem_(problem) {
    for (const Unknown& unknown : problem.unknowns) place_.push_back(unknown.mean);
  }

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

}  // namespace

Solution solve(const Problem& problem) { return Solver(problem).run(); }

}  // namespace commlab
