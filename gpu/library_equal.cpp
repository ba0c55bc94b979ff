#include "gpu/library_equal.h"

#include <algorithm>
#include <cmath>

#include "core/collective/combine.h"

namespace commlab {
namespace {

// How far 1/ranks, rounded in its type, is off, as a share of it.
double error_of_factor(const Collective& c) {
  std::byte memory[sizeof(double)];
  set_element(c.dtype, memory, 0, 1.0 / c.ranks);
  return std::abs(std::fma(element(c.dtype, memory, 0), c.ranks, -1));  // exactly 0 only if it is exact
}

}  // namespace

double library_slack(const Collective& c, DataPattern data) {
  if (!order_matters(c) || c.ranks == 1) return 0;
  const double error = c.op == ReduceOp::avg ? error_of_factor(c) : 0;
  if (error == 0 && exact_in_any_order(c, data)) return 0;
  const double epsilon = epsilon_of(c.dtype);
  return (most_addends(c, data) + 1) * epsilon + std::max(epsilon, 2 * error);
}

}  // namespace commlab
