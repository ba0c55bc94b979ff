#include "sim/links/pace.h"

namespace commlab {
namespace {

// 2^-20 of a byte, in units of work: too little to cost time.
constexpr FlowWork negligible = (static_cast<FlowWork>(1'000'000'000'000) << 16) >> 20;

}  // namespace

Time duration_of(FlowWork left, Rate rate) {
  if (left <= negligible || rate == unlimited) return {};
  return {static_cast<std::int64_t>((left - negligible + rate - 1) / rate)};
}

// The most work for which duration_of() is at most `time`.
FlowWork Pace::ending_within(Time time) const { return negligible + static_cast<FlowWork>(rate_) * time.ps; }

}  // namespace commlab
