#include "gpu/iteration.h"

#include <algorithm>

namespace commlab {

Time Iteration::time() const {
  const HostTime end =
      ended.empty() ? opened : std::max(opened, *std::max_element(ended.begin(), ended.end()));
  return nanoseconds(end - opened);
}

}  // namespace commlab
