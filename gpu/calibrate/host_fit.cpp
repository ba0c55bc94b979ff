#include "gpu/calibrate/host_fit.h"

#include <algorithm>
#include <cmath>

namespace commlab {
namespace {

double share_of(Time part, Time whole) {
  return whole.ps == 0 ? 0.5 : static_cast<double>(part.ps) / static_cast<double>(whole.ps);
}

Time whole_work(const RingTiming& timing, const FixedCosts& fixed) {
  return scaled(scaled(timing.total, 1 / fixed.crowd) - fixed.launch, 1.0 / timing.messages) - fixed.hop;
}

// bytes / time. A time of 0 gives the largest rate there is.
Bandwidth rate(Bytes bytes, Time time) {
  constexpr double largest = 1e15;
  const double seconds = std::max(seconds_of(time), static_cast<double>(bytes.count) / largest);
  return {static_cast<std::int64_t>(static_cast<double>(bytes.count) / seconds)};
}

}  // namespace

Time fit_wake(const RingTiming& timing, double crowd) {
  return scaled(timing.total, 1 / (crowd * (1 + timing.messages)));
}

FixedCosts fit_fixed_costs(const RingTiming& few, const RingTiming& many) {
  const Time hop = scaled(many.total - few.total, 1.0 / (many.messages - few.messages));
  const Time above_nothing = std::max(Time{}, hop);
  return {.launch = std::max(Time{}, few.total - few.messages * above_nothing), .hop = above_nothing};
}

PollingCosts fit_polling_costs(const RingTiming& few, const RingTiming& many, double crowd) {
  const FixedCosts all = fit_fixed_costs(few, many);
  return {.start = std::max(Time{}, all.launch - all.hop), .wake = scaled(all.hop, 1 / crowd)};
}

FixedCosts fixed_costs(const PollingCosts& costs, double crowd) {
  return {.launch = scaled(costs.start, 1 / crowd) + costs.wake, .hop = costs.wake, .crowd = crowd};
}

MessageWork fit_work(const RingTiming& timing, const FixedCosts& fixed) {
  const Time seen = timing.sending + timing.receiving;
  const Time work = std::max(seen, whole_work(timing, fixed));
  const Time sending = scaled(work, share_of(timing.sending, seen));
  return {.sending = sending, .receiving = work - sending};
}

MessageWork fit_work_of_polling(const RingTiming& timing, const FixedCosts& fixed) {
  const Time work = std::max(Time{}, whole_work(timing, fixed));
  const Time receiving = std::min(work, timing.receiving);
  return {.sending = work - receiving, .receiving = receiving};
}

RateCurve curve_through(const std::vector<std::pair<Bytes, Time>>& measured) {
  RateCurve curve;
  const auto add = [&](Bytes size, Time time) {
    curve.points.push_back({.size = size, .rate = rate(size, time)});
  };
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const auto [size, time] = measured[i];
    add(size, time);
    if (i + 1 == measured.size()) break;
    const auto [next_size, next_time] = measured[i + 1];
    const double rise = std::log2(std::max(1.0, static_cast<double>(next_time.ps)) /
                                  std::max(1.0, static_cast<double>(time.ps)));
    const double width = std::log2(static_cast<double>(next_size.count) / static_cast<double>(size.count));
    for (int k = 1; size.count << k < next_size.count; ++k)
      add({size.count << k}, scaled(time, std::exp2(rise * k / width)));
  }
  return curve;
}

Time predicted(const RingTiming& timing, const FixedCosts& fixed, Bandwidth send, Bandwidth receive) {
  const Time work = serialization_time(timing.bytes, send) + serialization_time(timing.bytes, receive);
  return predicted_local(timing.messages, fixed.hop + work, fixed);
}

Time predicted_local(int times, Time work, const FixedCosts& fixed) {
  return scaled(fixed.launch + times * work, fixed.crowd);
}

}  // namespace commlab
