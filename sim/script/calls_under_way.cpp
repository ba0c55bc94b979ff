#include "sim/script/calls_under_way.h"

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

}  // namespace

void CallsUnderWay::start(std::int32_t call, const ScriptCollectives::Timing& timing, Time now) {
  unresolved_ |= !collectives_.empty() || !messages_.empty();
  Running started{.work = SlowedWork(timing.duration, now), .on_links = {}};
  if (timing.duration > Time{})
    for (const LinkUse& use : timing.links) {
      started.on_links.shares.push_back(
          {.link = index(use.link), .of_link = part_of_link(use.full, timing.duration)});
      is_joined_[index(use.link)] = true;
    }
  collectives_.emplace(call, std::move(started));
}

SlowedWork CallsUnderWay::stop(std::int32_t call) {
  const auto found = collectives_.find(call);
  assert(found != collectives_.end() && "the call has started");
  SlowedWork work = std::move(found->second.work);
  collectives_.erase(found);
  unresolved_ |= !collectives_.empty() || !not_whole_.empty();
  return work;
}

bool CallsUnderWay::holds(std::int32_t call, std::uint32_t stamp) const {
  const auto found = collectives_.find(call);
  return found != collectives_.end() && found->second.work.stamp() == stamp;
}

void CallsUnderWay::start_message(std::uint32_t message, std::vector<LinkShare> shares) {
  for (const LinkShare& share : shares) {
    ++messages_on_[share.link];
    unresolved_ |= is_joined_[share.link];
  }
  messages_.emplace(message, FairSpeeds::Call{.shares = std::move(shares)});
}

void CallsUnderWay::stop_message(std::uint32_t message) {
  const auto found = messages_.find(message);
  assert(found != messages_.end() && "the message has started");
  for (const LinkShare& share : found->second.shares) {
    --messages_on_[share.link];
    unresolved_ |= is_joined_[share.link];
  }
  messages_.erase(found);
}

// All collectives, and the messages that shared links join to them. Marks their links.
std::vector<FairSpeeds::Call*> CallsUnderWay::joined() {
  std::vector<FairSpeeds::Call*> found;
  is_joined_.assign(is_joined_.size(), false);
  const auto add = [&](FairSpeeds::Call& call) {
    found.push_back(&call);
    for (const LinkShare& share : call.shares) is_joined_[share.link] = true;
  };
  for (auto& [call, each] : collectives_) add(each.on_links);
  std::vector<FairSpeeds::Call*> others;
  for (auto& [message, each] : messages_) others.push_back(&each);
  for (std::size_t before = others.size() + 1; others.size() < before;) {
    before = others.size();
    std::erase_if(others, [&](FairSpeeds::Call* message) {
      const bool joins = std::ranges::any_of(message->shares,
                                             [&](const LinkShare& share) { return is_joined_[share.link]; });
      if (joins) add(*message);
      return joins;
    });
  }
  return found;
}

// What collectives leave of the links that messages cross, where this has changed.
std::vector<CallsUnderWay::Rest> CallsUnderWay::rests() {
  std::vector<std::size_t> links = std::exchange(not_whole_, {});
  for (const auto& [call, each] : collectives_)
    for (const LinkShare& share : each.on_links.shares) {
      if (messages_on_[share.link] == 0) continue;
      links.push_back(share.link);
      held_[share.link] += slowed(share.of_link, each.on_links.speed);
    }
  std::ranges::sort(links);
  const auto repeated = std::ranges::unique(links);
  links.erase(repeated.begin(), repeated.end());
  std::vector<Rest> changed;
  for (const std::size_t link : links) {
    const Speed left = full_speed - std::exchange(held_[link], Speed{0});
    if (left < full_speed) not_whole_.push_back(link);
    if (std::exchange(left_[link], left) != left) changed.push_back({link, left});
  }
  return changed;
}

CallsUnderWay::Changes CallsUnderWay::resolve(Time now) {
  unresolved_ = false;
  speeds_.find(joined());
  Changes changes{.left = rests()};
  for (auto& [call, each] : collectives_) {
    const std::uint32_t before = each.work.stamp();
    each.work.set_speed(each.on_links.speed, now);
    if (each.work.stamp() != before) changes.due.push_back({call, each.work.end(), each.work.stamp()});
  }
  return changes;
}

}  // namespace commlab
