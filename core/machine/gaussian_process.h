#pragma once
// What some measured values say of a smooth function: a Gaussian process (Rasmussen and Williams, Gaussian
// Processes for Machine Learning, 2006, chapter 2). A value far off counts less, as if its noise followed
// Student's t (the same, section 9.3), so that one bad measurement decides little.

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace commlab {

class GaussianProcess {
 public:
  // `covariance(i, j)`: of the function where values i and j were measured. `noises`: by how much each value
  // usually differs from the function there, as a standard deviation. REQUIRES: a noise > 0 for each value,
  // covariances that make a positive semidefinite matrix.
  GaussianProcess(std::span<const double> values,
                  const std::function<double(std::size_t, std::size_t)>& covariance,
                  std::span<const double> noises);
  ~GaussianProcess();
  GaussianProcess(GaussianProcess&&) noexcept;
  GaussianProcess& operator=(GaussianProcess&&) noexcept;

  // Of what varies with the values: `covariances` with each of them.
  double mean(std::span<const double> covariances) const;
  double explained(std::span<const double> covariances) const;  // by how much its variance is smaller now

  // The logarithm of how probable the values are, but for a constant.
  double evidence() const;

 private:
  struct Solved;
  std::unique_ptr<const Solved> solved_;
};

}  // namespace commlab
