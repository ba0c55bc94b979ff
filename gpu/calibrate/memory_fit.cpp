#include "gpu/calibrate/memory_fit.h"

#include <algorithm>
#include <cmath>

namespace commlab {
namespace {

double rate(Bandwidth b) { return static_cast<double>(b.bytes_per_second); }

bool held_back(const AllAtOnce& work) { return rate(work.together) < 0.95 * rate(work.apart); }

// Within the limits of a machine file, with no more digits than a measurement has.
double rounded(double traffic) { return std::round(std::clamp(traffic, 1.0, 100.0) * 1000) / 1000; }

}  // namespace

SharedMemory fit_shared_memory(const AllAtOnce& copies, const AllAtOnce& reductions) {
  if (!held_back(copies)) return {};
  const double by_bytes = SharedMemory{}.reduction_traffic;
  const double traffic = rate(copies.together) / std::max(1.0, rate(reductions.together));
  return {.rate = copies.together,
          .reduction_traffic = rounded(held_back(reductions) ? traffic : std::min(by_bytes, traffic))};
}

}  // namespace commlab
