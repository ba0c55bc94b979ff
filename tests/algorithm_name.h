#pragma once
// Names of algorithms as Google Test allows them.

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "core/schedule/algorithm.h"

namespace commlab {

// "all_reduce_double_tree"
inline std::string test_name(const Algorithm& algorithm) {
  std::string name = fmt::format("{}_{}", name_of(algorithm.collective), algorithm.name);
  std::ranges::replace(name, '-', '_');
  return name;
}

}  // namespace commlab
