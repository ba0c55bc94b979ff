#include "gui/experiments/number_range.h"

#include <algorithm>

namespace commlab {

std::vector<std::int64_t> numbers_by_factor(std::int64_t first, std::int64_t last, double factor,
                                            std::size_t most) {
  std::vector<std::int64_t> numbers{first};
  while (numbers.back() > 0 && numbers.size() <= most) {
    const double next = static_cast<double>(numbers.back()) * factor;
    if (next > static_cast<double>(last)) break;
    numbers.push_back(std::max(numbers.back() + 1, static_cast<std::int64_t>(next)));
  }
  return numbers;
}

}  // namespace commlab
