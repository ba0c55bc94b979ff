#include "gpu/host_fit.h"

#include <algorithm>
#include <cmath>

namespace commlab {
namespace {

Time scaled(Time time, double factor) {
  return {static_cast<std::int64_t>(std::llround(static_cast<double>(time.ps) * factor))};
}

double ratio(Time part, Time whole) {
  return whole.ps == 0 ? 0.5 : static_cast<double>(part.ps) / static_cast<double>(whole.ps);
}

}  // namespace

// Two equations, neither part below nothing: noise may say otherwise.
Constant fit_constant(const RingTiming& few, const RingTiming& many) {
  const Time slope = scaled(many.total - few.total, 1.0 / (many.messages - few.messages));
  const Time of_message = std::clamp(slope, Time{}, scaled(many.total, 1.0 / many.messages));
  return {.launch = std::max(Time{}, many.total - many.messages * of_message), .of_message = of_message};
}

// Never less than the instructions themselves were seen to take.
MessageWork fit_work(const RingTiming& timing, const Constant& constant, double crowd) {
  const Time seen = timing.sending + timing.receiving;
  const Time of_message = scaled(timing.total - constant.launch, 1.0 / timing.messages) - constant.of_message;
  const Time work = std::max(seen, scaled(of_message, 1 / crowd));
  const Time sending = scaled(work, ratio(timing.sending, seen));
  return {.sending = sending, .receiving = work - sending};
}

Bandwidth rate(Bytes bytes, Time time) {
  constexpr double largest = 1e15;
  const double seconds = std::max(seconds_of(time), static_cast<double>(bytes.count) / largest);
  return {static_cast<std::int64_t>(static_cast<double>(bytes.count) / seconds)};
}

Time predicted(const RingTiming& timing, const Constant& constant, double crowd, Bandwidth send,
               Bandwidth receive) {
  const Time work = serialization_time(timing.bytes, send) + serialization_time(timing.bytes, receive);
  return constant.launch + timing.messages * (constant.of_message + scaled(work, crowd));
}

}  // namespace commlab
