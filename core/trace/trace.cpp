// What is under way at a moment: a pure function of a finished trace and a time, so that
// playing, pausing and going back are all the same thing. And from whom to whom.

#include "core/trace/trace.h"

#include <algorithm>
#include <cassert>

#include "core/collective/contributions.h"

namespace commlab {

std::span<const Rank> Trace::senders(const Transfer& t) const {
  if (t.group == no_group || !t.reduces) return {&t.from, 1};
  return groups[t.group];
}

std::span<const Rank> Trace::receivers(const Transfer& t) const {
  if (t.group == no_group || t.reduces) return {&t.to, 1};
  return groups[t.group];
}

std::string Trace::ends_text(const Transfer& t) const {
  const auto text = [&](std::span<const Rank> ranks) {
    return ranks.size() == 1 ? name_of_end(*this, ranks[0])
                             : ranks_to_text(std::vector<Rank>(ranks.begin(), ranks.end()));
  };
  return fmt::format("{} -> {}", text(senders(t)), text(receivers(t)));
}

// In plain picoseconds: no difference of these times overflows, and a window asks for thousands of fractions
// in each frame.
double fraction_at(const Transfer& transfer, Time t) {
  assert(transfer.start <= t && t <= transfer.end);
  const std::int64_t start = transfer.start.ps;
  const auto whole = static_cast<double>(transfer.end.ps - start);
  return whole > 0 ? static_cast<double>(t.ps - start) / whole : 1.0;
}

std::vector<InFlight> in_flight(const Trace& trace, Time t) {
  const auto started =
      std::upper_bound(trace.transfers.begin(), trace.transfers.end(), t,
                       [](Time time, const Transfer& transfer) { return time < transfer.start; });
  std::vector<InFlight> under_way;
  for (auto transfer = trace.transfers.begin(); transfer != started; ++transfer) {
    if (transfer->end < t) continue;
    under_way.push_back({.transfer = static_cast<std::int32_t>(transfer - trace.transfers.begin()),
                         .fraction = fraction_at(*transfer, t)});
  }
  return under_way;
}

bool has_only_messages(const Trace& trace) {
  return trace.collective.kind == CollectiveKind::p2p && !trace.transfers.empty() && trace.groups.empty();
}

bool has_only_copies(const Trace& trace) {
  return trace.collective.kind == CollectiveKind::p2p && trace.groups.empty() && !trace.algorithm.empty();
}

std::string name_of_end(const Trace& trace, Rank rank) {
  return fmt::format("{} {}", has_only_copies(trace) ? "GPU" : "rank", rank);
}

}  // namespace commlab
