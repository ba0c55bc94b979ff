#include "gpu/net/sockets/descriptor.h"

#include <algorithm>
#include <climits>

namespace commlab {

std::chrono::milliseconds left_until(Deadline deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return std::max(left, std::chrono::milliseconds(0));
}

bool wait_until_ready(std::span<pollfd> descriptors, Deadline deadline) {
  while (true) {
    const auto left = std::min<std::int64_t>(left_until(deadline).count(), INT_MAX);
    const int ready = ::poll(descriptors.data(), descriptors.size(), static_cast<int>(left));
    if (ready > 0) return true;
    // Nothing yet: the time is over, or a signal came between.
    if (std::chrono::steady_clock::now() >= deadline) return false;
  }
}

}  // namespace commlab
