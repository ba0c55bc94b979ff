#include "tests/soak/memory_growth.h"

#include <algorithm>

namespace commlab {

std::optional<MemoryGrowth::Sizes> MemoryGrowth::sizes() const {
  constexpr std::size_t enough = 200;
  if (sizes_.size() < enough) return std::nullopt;
  const auto at = [&](double part) {
    return sizes_.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(sizes_.size()));
  };
  return Sizes{.early_bytes = *std::min_element(at(0.1), at(0.55)),
               .late_bytes = *std::min_element(at(0.75), sizes_.end())};
}

}  // namespace commlab
