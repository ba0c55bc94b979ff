#include "core/machine/gaussian_process.h"

#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace commlab {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double degrees_of_freedom = 4;  // of Student's t
constexpr int rounds = 3;                 // in which the noise of each value is told from how far it is off

Eigen::Map<const VectorXd> vector_of(std::span<const double> values) {
  return {values.data(), static_cast<Index>(values.size())};
}

// The variance of each value's noise, where the function is off by `errors`: the expectation step for a t
// distribution, which is a mixture of normal ones. `usual`: the variance of each before its error is known.
VectorXd variances_for(const VectorXd& errors, const VectorXd& usual) {
  return (usual.array() * degrees_of_freedom + errors.array().square()) / (degrees_of_freedom + 1);
}

// What Student's t says of the errors, in place of the normal distributions with these variances.
double correction_of_evidence(const VectorXd& errors, const VectorXd& variances, const VectorXd& usual) {
  const auto squares = errors.array().square();
  const double by_student =
      -.5 * (degrees_of_freedom + 1) * (squares / (usual.array() * degrees_of_freedom)).log1p().sum();
  const double by_normal =
      -.5 * (squares / variances.array() + (variances.array() / usual.array()).log()).sum();
  return by_student - by_normal;
}

}  // namespace

struct GaussianProcess::Solved {
  VectorXd weights;               // of the covariances with the values: their sum is the mean
  Eigen::LLT<MatrixXd> factor{};  // of the covariance, with the noise of each value
  double evidence = 0;
};

GaussianProcess::GaussianProcess(std::span<const double> measured,
                                 const std::function<double(std::size_t, std::size_t)>& covariance,
                                 std::span<const double> noises) {
  const auto values = vector_of(measured);
  MatrixXd without_noise(values.size(), values.size());
  for (Index i = 0; i < values.size(); ++i)
    for (Index j = 0; j <= i; ++j)
      without_noise(i, j) = without_noise(j, i) =
          covariance(static_cast<std::size_t>(i), static_cast<std::size_t>(j));

  Solved solved;
  const VectorXd usual = vector_of(noises).array().square();
  VectorXd variances = usual, errors;
  for (int round = 0; round < rounds; ++round) {
    if (round > 0) variances = variances_for(errors, usual);
    MatrixXd with_noise = without_noise;
    with_noise.diagonal() += variances;
    solved.factor.compute(with_noise);
    solved.weights = solved.factor.solve(values);
    errors = variances.cwiseProduct(solved.weights);
  }
  const double log_of_determinant = 2 * solved.factor.matrixLLT().diagonal().array().log().sum();
  solved.evidence = -.5 * (values.dot(solved.weights) + log_of_determinant) +
                    correction_of_evidence(errors, variances, usual);
  solved_ = std::make_unique<const Solved>(std::move(solved));
}

GaussianProcess::~GaussianProcess() = default;
GaussianProcess::GaussianProcess(GaussianProcess&&) noexcept = default;
GaussianProcess& GaussianProcess::operator=(GaussianProcess&&) noexcept = default;

double GaussianProcess::mean(std::span<const double> covariances) const {
  return vector_of(covariances).dot(solved_->weights);
}

double GaussianProcess::explained(std::span<const double> covariances) const {
  const auto all = vector_of(covariances);
  return all.dot(solved_->factor.solve(all));
}

double GaussianProcess::evidence() const { return solved_->evidence; }

}  // namespace commlab
