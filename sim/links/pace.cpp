#include "sim/links/pace.h"

namespace commlab {
namespace {

// 2^-20 of a byte, in units of work: too little to cost time.
constexpr FlowWork negligible = (static_cast<FlowWork>(1'000'000'000'000) << 16) >> 20;

// Links and caps have at most the rate 2^62, at which this work takes as long as `never`.
constexpr FlowWork most_work = static_cast<FlowWork>(1) << 125;

}  // namespace

FlowWork work_of(std::int64_t bytes, std::int64_t stretch) {
  constexpr FlowWork of_a_stretched_byte = 1'000'000'000'000 / 16;  // 2^16 / 2^20
  const FlowWork stretched = static_cast<FlowWork>(bytes) * stretch;
  return std::min(stretched, most_work / of_a_stretched_byte + 1) * of_a_stretched_byte;
}

Time duration_of(FlowWork left, Rate rate) {
  if (left <= negligible || rate == unlimited) return {};
  const FlowWork time = (left - negligible + rate - 1) / rate;
  return time < never.ps ? Time{static_cast<std::int64_t>(time)} : never;
}

// The most work for which duration_of() is at most `time`.
FlowWork Pace::ending_within(Time time) const { return negligible + static_cast<FlowWork>(rate_) * time.ps; }

}  // namespace commlab
