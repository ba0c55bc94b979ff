#include "gpu/net/group/stamps_message.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "core/base/index.h"
#include "gpu/net/group/clock_alignment.h"

namespace commlab {
namespace {

// Every time that the rank's lanes and instructions have, in order.
template <class Visit>
void for_each_time(const IssueOrder& order, Rank rank, auto& iteration, Visit visit) {
  visit(iteration.opened);
  for (std::size_t lane = 0; lane < order.lanes.size(); ++lane) {
    if (order.lanes[lane].rank != rank) continue;
    visit(iteration.began[lane]);
    visit(iteration.ended[lane]);
    for (const int i : order.of_lane[lane]) {
      auto& stamps = iteration.stamps[i];
      visit(stamps.ready);
      visit(stamps.begin);
      visit(stamps.middle);
      visit(stamps.end);
    }
  }
}

}  // namespace

std::vector<std::byte> stamps_of(const IssueOrder& order, const Iteration& iteration, Rank rank) {
  std::vector<std::byte> bytes;
  for_each_time(order, rank, iteration, [&](const HostTime& time) {
    const auto* raw = reinterpret_cast<const std::byte*>(&time);
    bytes.insert(bytes.end(), raw, raw + sizeof time);
  });
  return bytes;
}

Status add_stamps(std::span<const std::byte> bytes, const IssueOrder& order, Rank rank, HostTime ahead,
                  Iteration& iteration) {
  std::size_t expected = 0;
  for_each_time(order, rank, iteration, [&](const HostTime&) { expected += sizeof(HostTime); });
  if (bytes.size() != expected)
    return fail(Fault::runtime, "rank {} reported {} B of times; expected {} B", rank, bytes.size(),
                expected);
  const HostTime opened_before = iteration.opened;
  HostTime one_of_them = opened_before;
  constexpr HostTime furthest_apart = std::chrono::nanoseconds(longest_iteration).count();
  bool plausible = true;
  for_each_time(order, rank, iteration, [&](HostTime& time) {
    std::memcpy(&time, bytes.data(), sizeof time);
    bytes = bytes.subspan(sizeof time);
    if (time == 0) return;
    plausible &= time > 0 && time < furthest_time;
    if (!plausible) return;
    time -= ahead;
    if (one_of_them == 0) one_of_them = time;
    plausible &= std::abs(time - one_of_them) < furthest_apart;
  });
  if (!plausible)
    return fail(Fault::runtime, "rank {} reported times that are not those of one iteration", rank);
  HostTime last = iteration.opened;
  for (std::size_t lane = 0; lane < order.lanes.size(); ++lane)
    if (order.lanes[lane].rank == rank) last = std::max(last, iteration.ended[lane]);
  iteration.own.resize(std::max(iteration.own.size(), index(rank) + 1));
  iteration.own[rank] = nanoseconds(last - iteration.opened);
  // The first gate to open opens the iteration.
  if (opened_before != 0 && (iteration.opened == 0 || opened_before < iteration.opened))
    iteration.opened = opened_before;
  return {};
}

}  // namespace commlab
