#pragma once
// What NCCL's clock says of a call (core/nccl/nccl_clock.h), and how sure that is.

#include <optional>

#include "core/base/units.h"

namespace commlab {

struct ClockTime {
  Time time;
  std::optional<double>
      band{};  // four of five calls take between time / band and time * band; nullopt: not known

  bool operator==(const ClockTime&) const = default;
};

// The ends of the band. REQUIRES: band.
inline Time low_end(const ClockTime& clock) {
  return Time{static_cast<std::int64_t>(static_cast<double>(clock.time.ps) / *clock.band)};
}
inline Time high_end(const ClockTime& clock) {
  return Time{static_cast<std::int64_t>(static_cast<double>(clock.time.ps) * *clock.band)};
}

}  // namespace commlab
