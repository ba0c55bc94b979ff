// What is under way at a moment: a pure function of a finished trace and a time, so that
// playing, pausing and going back are all the same thing. And from whom to whom.

#include "core/trace.h"

#include <algorithm>

#include "core/contributions.h"

namespace commlab {

std::vector<Rank> Trace::senders(const Transfer& t) const {
  if (t.group == no_group || !t.reduces) return {t.from};
  return groups[static_cast<std::size_t>(t.group)];
}

std::vector<Rank> Trace::receivers(const Transfer& t) const {
  if (t.group == no_group || t.reduces) return {t.to};
  return groups[static_cast<std::size_t>(t.group)];
}

std::string Trace::ends_text(const Transfer& t) const {
  return fmt::format("{} -> {}", ranks_to_text(senders(t)), ranks_to_text(receivers(t)));
}

std::vector<InFlight> in_flight(const Trace& trace, Time t) {
  const auto started =
      std::upper_bound(trace.transfers.begin(), trace.transfers.end(), t,
                       [](Time time, const Transfer& transfer) { return time < transfer.start; });
  std::vector<InFlight> under_way;
  for (auto transfer = trace.transfers.begin(); transfer != started; ++transfer) {
    if (transfer->end < t) continue;
    const auto whole = static_cast<double>((transfer->end - transfer->start).ps);
    const auto gone = static_cast<double>((t - transfer->start).ps);
    under_way.push_back({.transfer = static_cast<std::int32_t>(transfer - trace.transfers.begin()),
                         .fraction = whole > 0 ? gone / whole : 1.0});
  }
  return under_way;
}

}  // namespace commlab
