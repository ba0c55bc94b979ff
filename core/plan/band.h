#pragma once
// How sure a predicted time is: four of five such calls take between time / band and time * band.

#include "core/base/units.h"

namespace commlab {

inline Time low_end(Time time, double band) {
  return Time{static_cast<std::int64_t>(static_cast<double>(time.ps) / band)};
}
inline Time high_end(Time time, double band) {
  return Time{static_cast<std::int64_t>(static_cast<double>(time.ps) * band)};
}

}  // namespace commlab
