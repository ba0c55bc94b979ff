#include "core/playback/in_flight_index.h"

#include <algorithm>

namespace commlab {
namespace {

constexpr std::size_t least_apart = 64;

}  // namespace

InFlightIndex::InFlightIndex(const Trace& trace) {
  std::vector<std::int32_t> running;
  std::size_t next = 0;
  for (std::size_t i = 0; i < trace.transfers.size(); ++i) {
    if (i == next) {
      const Time now = trace.transfers[i].start;
      std::erase_if(running, [&](std::int32_t r) { return trace.transfers[r].end < now; });
      checkpoints_.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(under_way_.size())});
      under_way_.insert(under_way_.end(), running.begin(), running.end());
      next = i + std::max(least_apart, running.size());
    }
    running.push_back(static_cast<std::int32_t>(i));
  }
}

std::vector<InFlight> InFlightIndex::at(const Trace& trace, Time t) const {
  const auto started = static_cast<std::uint32_t>(
      std::ranges::upper_bound(trace.transfers, t, {}, &Transfer::start) - trace.transfers.begin());
  std::vector<InFlight> under_way;
  const auto add = [&](std::int32_t index) {
    const Transfer& transfer = trace.transfers[index];
    if (transfer.end >= t) under_way.push_back({index, fraction_at(transfer, t)});
  };
  // The last checkpoint that is not after t: transfers that it left out ended before t, too.
  const auto later = std::ranges::lower_bound(checkpoints_, started, {}, &Checkpoint::transfer);
  if (later == checkpoints_.begin()) return under_way;
  const auto last = std::prev(later);
  const std::size_t end = later == checkpoints_.end() ? under_way_.size() : later->first;
  for (std::size_t i = last->first; i < end; ++i) add(under_way_[i]);
  for (std::uint32_t i = last->transfer; i < started; ++i) add(static_cast<std::int32_t>(i));
  return under_way;
}

}  // namespace commlab
