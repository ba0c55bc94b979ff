#include "gui/window/timeline/counterparts.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace commlab {
namespace {

auto identity(const Transfer& t) { return std::tuple(t.from, t.to, t.channel, t.step, t.block, t.part); }

// The time when this many bytes of the row have left.
Time when_sent(const Trace& trace, const TimelineIndex& index, int row, double bytes) {
  Time early{}, late = trace.finish;
  while ((late - early).ps > 1) {
    const Time middle{early.ps + (late - early).ps / 2};
    (bytes_within(trace, index, row, {}, middle) < bytes ? early : late) = middle;
  }
  return late;
}

}  // namespace

std::vector<std::int32_t> counterparts(const Trace& predicted, const Trace& measured) {
  std::map<decltype(identity(predicted.transfers.front())), std::int32_t> of;
  for (std::size_t i = 0; i < predicted.transfers.size(); ++i)
    of.emplace(identity(predicted.transfers[i]), static_cast<std::int32_t>(i));
  std::vector<std::int32_t> found;
  for (const Transfer& t : measured.transfers) {
    const auto same = of.find(identity(t));
    found.push_back(same == of.end() ? -1 : same->second);
  }
  return found;
}

std::optional<Time> predicted_time(const Trace& predicted, const TimelineIndex& index, const Trace& measured,
                                   const TimelineIndex& measured_index, int row, Time from, Time to) {
  const double before = bytes_within(measured, measured_index, row, {}, from);
  const double within = bytes_within(measured, measured_index, row, from, to);
  if (within < 1) return std::nullopt;
  return when_sent(predicted, index, row, before + within) - when_sent(predicted, index, row, before);
}

}  // namespace commlab
