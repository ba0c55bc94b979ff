#pragma once
// What is known of the costs of NCCL's calls before any timing is read: a value, and how sure it is. A fit
// starts here, and moves only as far as timings pull. Spreads are of the logarithm: 0.3 is about 30 %.

#include <span>
#include <string_view>
#include <vector>

namespace commlab {

// How a generation of GPUs, or a network, differs from the common value: times `factor`.
struct PriorOfClass {
  std::string_view name;  // "hopper", "tcp"
  double factor = 1;
  double spread = 0;  // 0: as the others
};

struct Prior {
  std::string_view cost;  // its name (core/machine/nccl_costs.h)
  double value = 0;       // common to all
  double spread = 0;      // 0: not fitted
  double of_class = 0;    // spread among generations, or networks
  std::vector<PriorOfClass> classes{};
};

// One for each cost, in their order.
std::span<const Prior> priors();

}  // namespace commlab
