#pragma once
// A rate as people say it and as files have it.

#include "core/base/units.h"

namespace commlab {

// In GB/s: 93.32.
constexpr double GBps_of(Bandwidth bandwidth) {
  return static_cast<double>(bandwidth.bytes_per_second) / 1e9;
}

}  // namespace commlab
