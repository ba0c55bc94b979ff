#include "sim/script/collectives_under_way.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/base/index.h"

namespace commlab {
namespace {

// What a collective takes of a link that needs the time `full` for its bytes, at most all of it.
Speed part_of_link(Time full, Time duration) {
  return static_cast<Speed>(static_cast<__int128>(std::min(full, duration).ps) * full_speed / duration.ps);
}

// The product of two parts.
Speed slowed(Speed a, Speed b) { return static_cast<Speed>(static_cast<__int128>(a) * b / full_speed); }

}  // namespace

void CollectivesUnderWay::start(std::int32_t call, const ScriptCollectives::Timing& timing, Time now) {
  unresolved_ |= !under_way_.empty();
  UnderWay started{.work = SlowedWork(timing.duration, now), .shares = {}};
  if (timing.duration > Time{})
    for (const LinkUse& use : timing.links)
      started.shares.push_back({.link = index(use.link), .of_link = part_of_link(use.full, timing.duration)});
  under_way_.emplace(call, std::move(started));
}

SlowedWork CollectivesUnderWay::stop(std::int32_t call) {
  const auto found = under_way_.find(call);
  assert(found != under_way_.end() && "the call has started");
  SlowedWork work = std::move(found->second.work);
  under_way_.erase(found);
  unresolved_ |= !under_way_.empty();
  return work;
}

bool CollectivesUnderWay::holds(std::int32_t call, std::uint32_t stamp) const {
  const auto found = under_way_.find(call);
  return found != under_way_.end() && found->second.work.stamp() == stamp;
}

// The speed at which the link is full.
Speed CollectivesUnderWay::level_of(std::size_t link) const {
  const Speed left = std::max(full_speed - taken_[link], Speed{0});
  if (rising_[link] <= left) return full_speed;
  return static_cast<Speed>(static_cast<__int128>(left) * full_speed / rising_[link]);
}

// The speed at which the first link is full.
Speed CollectivesUnderWay::level() const {
  Speed lowest = full_speed;
  for (const auto& [call, each] : under_way_)
    for (const Share& share : each.shares)
      if (each.rises) lowest = std::min(lowest, level_of(share.link));
  return lowest;
}

bool CollectivesUnderWay::is_full_at(const UnderWay& each, Speed level) const {
  return std::ranges::any_of(each.shares, [&](const Share& share) { return level_of(share.link) == level; });
}

std::vector<CollectivesUnderWay::Due> CollectivesUnderWay::resolve(Time now) {
  unresolved_ = false;
  for (auto& [call, each] : under_way_) {
    each.rises = true;
    each.speed = full_speed;
    for (const Share& share : each.shares) rising_[share.link] += share.of_link;
  }
  for (Speed lowest = level(); lowest < full_speed; lowest = level()) {
    std::vector<UnderWay*> stopped;
    for (auto& [call, each] : under_way_)
      if (each.rises && is_full_at(each, lowest)) stopped.push_back(&each);
    for (UnderWay* each : stopped) {
      each->rises = false;
      each->speed = lowest;
      for (const Share& share : each->shares) {
        rising_[share.link] -= share.of_link;
        taken_[share.link] += slowed(share.of_link, lowest);
      }
    }
  }
  std::vector<Due> due;
  for (auto& [call, each] : under_way_) {
    for (const Share& share : each.shares) taken_[share.link] = rising_[share.link] = 0;
    const std::uint32_t before = each.work.stamp();
    each.work.set_speed(each.speed, now);
    if (each.work.stamp() != before) due.push_back({call, each.work.end(), each.work.stamp()});
  }
  return due;
}

}  // namespace commlab
