#include "gpu/iteration.h"

#include <algorithm>
#include <numeric>

#include "core/programs/native.h"

namespace commlab {

Time Iteration::span() const {
  const HostTime end =
      ended.empty() ? opened : std::max(opened, *std::max_element(ended.begin(), ended.end()));
  return nanoseconds(end - opened);
}

Time Iteration::time() const { return own.empty() ? Time{span().ps / calls} : over_ranks().max; }

Time Iteration::time_of(const Programs& programs) const {
  return is_native(programs) && !own.empty() ? over_ranks().mean : time();
}

OverRanks Iteration::over_ranks() const {
  const auto [least, most] = std::ranges::minmax(own);
  const Time all = std::accumulate(own.begin(), own.end(), Time{});
  return {.mean = {all.ps / calls / std::ssize(own)}, .min = {least.ps / calls}, .max = {most.ps / calls}};
}

}  // namespace commlab
