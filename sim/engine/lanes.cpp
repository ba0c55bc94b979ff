#include "sim/engine/lanes.h"

#include <algorithm>

#include "core/base/index.h"

namespace commlab {

Lanes::Lanes(const RunSetting& run, Recorder* recorder) : run_(run), recorder_(recorder) {
  const Placement& placement = run.placement;
  const std::vector<Rank>& absent = run.options.faults.absent;
  ranks_.resize(placement.first_lane.size() - 1, {.calls_left = run.calls - 1});
  arrived_.resize(placement.barriers.size());
  lanes_.reserve(placement.lanes.size());
  if (run.streaming) heads_.resize(placement.lanes.size());
  for (const PlacedLane& placed : placement.lanes) {
    lanes_.push_back({.next = placed.code().data(),
                      .left = static_cast<std::int32_t>(placed.code().size()),
                      .target = placed.target,
                      .source = placed.source});
    if (std::ranges::count(absent, placed.rank) > 0) lanes_.back().state = State::absent;
    ++ranks_[placed.place].lanes_at_work;
  }
}

bool Lanes::all_have_arrived(std::uint32_t lane) {
  const std::int32_t barrier = run_.placement.lanes[lane].barrier;
  const std::vector<std::size_t>& meetings = arrived_[barrier];
  const auto meeting = index(lanes_[lane].taken);
  const bool all =
      meeting < meetings.size() && meetings[meeting] == run_.placement.barriers[barrier].lanes.size();
  if (!all) return waits(lane, State::waits_for_arrival);
  ++lanes_[lane].taken;
  return true;
}

void Lanes::arrive_at_barrier(std::uint32_t lane) {
  const std::int32_t barrier = run_.placement.lanes[lane].barrier;
  const std::vector<std::int32_t>& members = run_.placement.barriers[barrier].lanes;
  std::vector<std::size_t>& meetings = arrived_[barrier];
  const auto meeting = index(lanes_[lane].arrived++);
  if (meeting == meetings.size()) meetings.push_back(0);
  if (++meetings[meeting] < members.size()) return;
  for (const std::int32_t member : members) {
    if (lanes_[member].state != State::waits_for_arrival) continue;
    if (recorder_ != nullptr) recorder_->let_go_on_by_lane(member, lane);
    wake(member);
  }
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> Lanes::end_lane(std::uint32_t lane) {
  lanes_[lane].state = State::done;
  if (run_.calls == 1) return std::nullopt;
  const std::int32_t place = run_.placement.lanes[lane].place;
  RankState& rank = ranks_[place];
  if (--rank.lanes_at_work > 0 || rank.calls_left == 0) return std::nullopt;
  --rank.calls_left;
  const std::uint32_t first = run_.placement.first_lane[place];
  const std::uint32_t last = run_.placement.first_lane[place + 1];
  rank.lanes_at_work = static_cast<std::int32_t>(last - first);
  for (std::uint32_t l = first; l < last; ++l) {
    const std::span code = run_.placement.lanes[l].code();
    lanes_[l].next = code.data();
    lanes_[l].left = static_cast<std::int32_t>(code.size());
    lanes_[l].done = 0;
    lanes_[l].asleep = true;
    lanes_[l].knows_peer = false;
    lanes_[l].state = State::held;
  }
  return std::pair(first, last);
}

}  // namespace commlab
