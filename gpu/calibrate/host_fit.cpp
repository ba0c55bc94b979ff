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

}  // namespace

Bandwidth rate_of_work(Bytes bytes, Time time) {
  constexpr double largest = 1e15;
  const double seconds = std::max(seconds_of(time), static_cast<double>(bytes.count) / largest);
  return {static_cast<std::int64_t>(static_cast<double>(bytes.count) / seconds)};
}

FixedCosts fit_fixed_costs(const RingTiming& few, const RingTiming& many) {
  const Time hop = scaled(many.total - few.total, 1.0 / (many.messages - few.messages));
  const Time above_nothing = std::max(Time{}, hop);
  return {.launch = std::max(Time{}, few.total - few.messages * above_nothing), .hop = above_nothing};
}

ThreadCosts fit_threads(const SmallMessages& small) {
  const double crowd = small.crowd;
  const RingTiming without_messages{.messages = 0, .total = small.start};
  const FixedCosts all = fit_fixed_costs(without_messages, small.ring);
  const Time hop = scaled(all.hop, 1 / crowd);
  const int times = small.ends + 1;  // that a message costs a processor of a ring its time
  const Time per_message = std::clamp(small.in_a_stream, Time{}, scaled(hop, 1.0 / times));
  const Time waking = hop - times * per_message;  // of one of `crowd` lanes
  const Time start = std::max(Time{}, all.launch - scaled(waking, crowd));

  const int rings = small.rings_at_once, messages = small.rings.messages;
  const Time work = scaled(small.rings.total - start, 1 / (crowd * rings)) - times * messages * per_message;
  const Time among = scaled(work, 1.0 / (1 + messages));  // waking one of `crowd * rings` lanes
  const Time beside = scaled(std::max(Time{}, among - waking), 1 / (crowd * (rings - 1)));
  const Time wake = std::max(Time{}, waking - scaled(beside, crowd - 1));
  return {.start = start, .wake = wake, .beside = beside, .per_message = per_message};
}

FixedCosts fixed_costs(const ThreadCosts& costs, double crowd, int ends) {
  const Time wake = costs.wake + scaled(costs.beside, crowd - 1);
  return {.launch = scaled(costs.start, 1 / crowd) + wake,
          .hop = wake + (ends + 1) * costs.per_message,
          .crowd = crowd,
          .ends = ends};
}

MessageWork fit_work(const RingTiming& timing, const FixedCosts& fixed) {
  const Time seen = timing.sending + timing.receiving;
  const Time work = std::max(scaled(seen, 1 / fixed.crowd), whole_work(timing, fixed));
  const Time sending = scaled(work, share_of(timing.sending, seen));
  return {.sending = sending, .receiving = work - sending};
}

MessageWork fit_work_at_both_ends(const RingTiming& timing, const FixedCosts& fixed) {
  const Time work = std::max(Time{}, whole_work(timing, fixed));
  const Time receiving = std::min(work, timing.receiving);
  return {.sending = scaled(work - receiving, 1.0 / fixed.ends), .receiving = receiving};
}

RendezvousCost fit_rendezvous_cost(const std::vector<std::pair<Bytes, Time>>& sending) {
  if (sending.size() < 2) return {};
  const auto& [size, time] = sending[sending.size() - 2];
  const auto& [next_size, next_time] = sending.back();
  const double ps_per_byte = std::max(
      0., static_cast<double>((next_time - time).ps) / static_cast<double>(next_size.count - size.count));
  const auto besides_bytes = [&](const std::pair<Bytes, Time>& point) {
    return point.second - Time{std::llround(ps_per_byte * static_cast<double>(point.first.count))};
  };
  RendezvousCost found{.time = std::max(Time{}, besides_bytes(sending.back())), .eager = {}};
  for (const auto& point : sending)
    if (2 * besides_bytes(point) < found.time) found.eager = point.first;
  return found;
}

RateCurve curve_through(const std::vector<std::pair<Bytes, Time>>& measured) {
  RateCurve curve;
  const auto add = [&](Bytes size, Time time) {
    curve.points.push_back({.size = size, .rate = rate_of_work(size, time)});
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
  const Time work =
      fixed.ends * serialization_time(timing.bytes, send) + serialization_time(timing.bytes, receive);
  return predicted_local(timing.messages, fixed.hop + work, fixed);
}

Time predicted_local(int times, Time work, const FixedCosts& fixed) {
  return scaled(fixed.launch + times * work, fixed.crowd);
}

}  // namespace commlab
