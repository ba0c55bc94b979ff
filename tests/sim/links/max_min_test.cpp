// Flows that come and go at random, on links of few speeds (so that shares are equal) and of many, against
// plain progressive filling, which computes everything again at every moment.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "sim/engine/event_queue.h"
#include "sim/links/flows.h"

namespace commlab {
namespace {

struct Message {
  std::vector<std::int32_t> links;
  std::vector<int> processors;
  std::int64_t bytes;
  std::int64_t stretch;
  Rate cap;
  Time start;
};

// The link gets another rate.
struct Change {
  Time at;
  std::int32_t link;
  Bandwidth rate;
};

struct Case {
  std::vector<Bandwidth> links;
  int processors;
  std::vector<Message> messages;
  std::vector<Change> changes = {};
};

// Computes every rate from scratch: raises all rates together, and stops each flow at the first full link
// that it crosses.
class PlainMaxMin {
 public:
  explicit PlainMaxMin(const Case& all) : case_(all) {}

  std::map<std::size_t, Time> ends() {
    std::map<std::size_t, Time> ended;
    while (ended.size() < case_.messages.size()) {
      rate_all();
      const Time next = next_moment();
      pass(next - now_);
      now_ = next;
      for (auto flow = left_.begin(); flow != left_.end();) {
        const bool ends = rates_[flow->first] > 0 && duration_of(flow->second, rates_[flow->first]) == Time{};
        if (ends) ended[flow->first] = now_;
        flow = ends ? left_.erase(flow) : std::next(flow);
      }
      for (std::size_t m = 0; m < case_.messages.size(); ++m)
        if (case_.messages[m].start == now_ && !ended.contains(m) && !left_.contains(m)) {
          const Message& message = case_.messages[m];
          left_[m] = (static_cast<FlowWork>(message.bytes) * message.stretch * 1'000'000'000'000) >> 4;
        }
    }
    return ended;
  }

 private:
  Time next_moment() const {
    Time next = never;
    for (const Message& message : case_.messages)
      if (message.start > now_ || (message.start == now_ && left_.empty() && rates_.empty()))
        next = std::min(next, message.start);
    for (const Change& change : case_.changes)
      if (change.at > now_) next = std::min(next, change.at);
    for (const auto& [flow, left] : left_) next = std::min(next, now_ + duration_of(left, rates_.at(flow)));
    return next;
  }
  void pass(Time time) {
    for (auto& [flow, left] : left_) left -= static_cast<FlowWork>(rates_[flow]) * time.ps;
  }
  Rate cap(std::size_t flow) const {
    const Message& message = case_.messages[flow];
    if (message.cap == unlimited) return message.cap;
    std::int64_t sharers = 1;
    for (const int processor : message.processors) {
      std::int64_t on_it = 0;
      for (const auto& [other, left] : left_)
        on_it += std::ranges::count(case_.messages[other].processors, processor);
      sharers = std::max(sharers, on_it);
    }
    return message.cap / sharers;
  }

  void rate_all() {
    rates_.clear();
    std::set<std::size_t> rising;
    for (const auto& [flow, left] : left_) rising.insert(flow);
    std::vector<Rate> left(case_.links.size());
    for (std::size_t l = 0; l < left.size(); ++l) left[l] = rate_of(case_.links[l]);
    for (const Change& change : case_.changes)
      if (change.at <= now_) left[static_cast<std::size_t>(change.link)] = rate_of(change.rate);
    while (!rising.empty()) {
      std::vector<Rate> share(left.size(), unlimited);
      Rate level = unlimited;
      for (std::size_t l = 0; l < left.size(); ++l) {
        std::int64_t crossings = 0;
        for (const std::size_t flow : rising) crossings += crosses(flow, l);
        if (crossings > 0) level = std::min(level, share[l] = left[l] / crossings);
      }
      for (const std::size_t flow : rising) level = std::min(level, cap(flow));
      std::vector<std::size_t> stopped;
      for (const std::size_t flow : rising) {
        bool stops = cap(flow) == level;
        for (std::size_t l = 0; l < left.size(); ++l) stops |= crosses(flow, l) > 0 && share[l] == level;
        if (stops) stopped.push_back(flow);
      }
      for (const std::size_t flow : stopped) {
        rates_[flow] = level;
        rising.erase(flow);
        for (std::size_t l = 0; l < left.size(); ++l) left[l] -= crosses(flow, l) * level;
      }
    }
  }
  std::int64_t crosses(std::size_t flow, std::size_t link) const {
    return std::ranges::count(case_.messages[flow].links, static_cast<std::int32_t>(link));
  }

  const Case& case_;
  Time now_;
  std::map<std::size_t, FlowWork> left_;
  std::map<std::size_t, Rate> rates_;
};

// The same with events, as the engine does it.
std::map<std::size_t, Time> ends_of(const Case& all) {
  Flows flows(all.links, all.processors);
  flows.reserve(all.messages.size());
  EventQueue queue;
  std::map<std::size_t, Time> ended;
  std::vector<std::uint32_t> routes;
  constexpr std::uint32_t begins = UINT32_MAX, changes = UINT32_MAX - 1;
  for (std::uint32_t c = 0; c < all.changes.size(); ++c) queue.post(all.changes[c].at, c, changes);
  for (std::uint32_t m = 0; m < all.messages.size(); ++m) {
    routes.push_back(flows.add_route(all.messages[m].links, all.messages[m].processors));
    queue.post(all.messages[m].start, m, begins);
  }
  const auto post_due = [&] {
    for (const Flows::Due& due : flows.due()) queue.post(due.end, due.flow, due.stamp);
    flows.due().clear();
  };
  while (true) {
    if (!queue.has_now() && flows.unresolved()) {
      flows.resolve(queue.now());
      post_due();
    }
    if (queue.empty()) return ended;
    const EventQueue::Event event = queue.pop();
    if (event.what == begins) {
      const Message& message = all.messages[event.lane];
      flows.start(event.lane, routes[event.lane],
                  {.bytes = message.bytes, .stretch = message.stretch, .cap = message.cap}, queue.now());
      post_due();
    } else if (event.what == changes) {
      const Change& change = all.changes[event.lane];
      flows.set_capacity(static_cast<std::size_t>(change.link), rate_of(change.rate));
    } else if (flows.holds(event.lane, event.what)) {
      flows.stop(event.lane, queue.now());
      ended[event.lane] = queue.now();
    }
  }
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }

 private:
  std::mt19937_64 engine_;
};

// The seed decides the numbers, and also which kind of case it is.
Case random_case(std::uint64_t seed) {
  Random random(seed);
  Case all{.links = {}, .processors = random.chance(30) ? 1 + random.below(3) : 0, .messages = {}};
  const int links = 1 + random.below(7);
  const bool equal_links = random.chance(50);
  const bool equal_sizes = random.chance(50);
  const bool at_once = random.chance(50);
  const int capped_percent = random.chance(50) ? 0 : 40;
  for (int l = 0; l < links; ++l) all.links.push_back(equal_links ? GBps(3) : GBps(1 + random.below(9)));
  const int messages = 1 + random.below(24);
  for (int m = 0; m < messages; ++m) {
    std::set<std::int32_t> crossed;
    const int hops = random.below(4);
    for (int h = 0; h < hops; ++h) crossed.insert(random.below(links));
    std::vector<int> workers;  // at both ends, perhaps the same processor
    for (int end = 0; end < 2 && all.processors > 0; ++end)
      if (random.chance(60)) workers.push_back(random.below(all.processors));
    const bool capped = crossed.empty() || random.chance(capped_percent);
    std::vector<std::int32_t> route(crossed.begin(), crossed.end());
    if (hops > 0 && random.chance(25)) route.push_back(route.back());  // crosses one link twice
    all.messages.push_back({.links = std::move(route),
                            .processors = std::move(workers),
                            .bytes = equal_sizes ? 1000 : random.below(3000),
                            .stretch = random.chance(50) ? 1 << 20 : (1 << 20) + random.below(1 << 19),
                            .cap = capped ? rate_of(GBps(1 + random.below(4))) : unlimited,
                            .start = at_once ? Time{} : Time{random.below(5) * 100'000}});
  }
  return all;
}

TEST(MaxMin, RatesAreThoseOfPlainProgressiveFilling) {
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    const Case all = random_case(seed);
    ASSERT_EQ(ends_of(all), PlainMaxMin(all).ends()) << "seed " << seed;
  }
}

// Links get other rates, in order of time, while flows are under way, and while none is.
Case with_changes(Case all, std::uint64_t seed) {
  Random random(seed);
  const int changes = 1 + random.below(6);
  Time at;
  for (int c = 0; c < changes; ++c) {
    at += Time{random.below(4) * 100'000};
    const int link = random.below(static_cast<int>(all.links.size()));
    const std::int64_t usual = all.links[static_cast<std::size_t>(link)].bytes_per_second;
    all.changes.push_back(
        {at, link, Bandwidth{std::max<std::int64_t>(1, usual * (1 + random.below(8)) / 4)}});
  }
  return all;
}

TEST(MaxMin, HoldsWhereLinksGetOtherRates) {
  for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
    const Case all = with_changes(random_case(seed), seed);
    ASSERT_EQ(ends_of(all), PlainMaxMin(all).ends()) << "seed " << seed;
  }
}

// Many links and short routes, so that a change reaches few flows: their rates are found nearby. Where links
// are slow, what a division leaves over counts.
Case sparse_case(std::uint64_t seed) {
  Random random(seed);
  Case all{.links = {}, .processors = random.chance(20) ? 2 : 0, .messages = {}};
  const int links = 12 + random.below(30);
  const int speeds = random.chance(50) ? 1 : 4;  // equal links fill at equal levels
  const bool slow = random.chance(50);
  for (int l = 0; l < links; ++l)
    all.links.push_back(slow ? Bandwidth{1 + random.below(speeds)} : GBps(3 + random.below(speeds)));
  const int messages = links + random.below(2 * links);
  for (int m = 0; m < messages; ++m) {
    const int first = random.below(links);
    const int second = (first + 1 + random.below(3)) % links;
    all.messages.push_back({.links = {first, second},
                            .processors = all.processors > 0 && random.chance(10)
                                              ? std::vector{random.below(2)}
                                              : std::vector<int>{},
                            .bytes = 1 + random.below(speeds == 1 ? 3 : 3000),
                            .stretch = 1 << 20,
                            .cap = random.chance(20) ? rate_of(GBps(1 + random.below(3))) : unlimited,
                            .start = Time{random.below(10) * std::int64_t{slow ? 500'000'000'000 : 50'000}}});
  }
  return all;
}

TEST(MaxMin, RatesFoundNearbyAreThoseOfPlainProgressiveFilling) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Case all = sparse_case(seed), changed = with_changes(all, seed);
    ASSERT_EQ(ends_of(all), PlainMaxMin(all).ends()) << "seed " << seed;
    ASSERT_EQ(ends_of(changed), PlainMaxMin(changed).ends()) << "seed " << seed;
  }
}

// All to all over a switch, every message a little longer by a random amount: no two end together, and each
// end changes many rates.
TEST(MaxMin, HoldsWhereEveryEndChangesRatesAllOver) {
  for (const int ranks : {3, 5, 8}) {
    Random random(static_cast<std::uint64_t>(ranks));
    Case all{.links = std::vector<Bandwidth>(static_cast<std::size_t>(2 * ranks), GBps(25)),
             .processors = 0,
             .messages = {}};
    for (int from = 0; from < ranks; ++from)
      for (int to = 0; to < ranks; ++to)
        if (from != to)
          all.messages.push_back({.links = {from, ranks + to},
                                  .processors = {},
                                  .bytes = 1024,
                                  .stretch = (1 << 20) + random.below(1 << 16),
                                  .cap = unlimited,
                                  .start = {}});
    ASSERT_EQ(ends_of(all), PlainMaxMin(all).ends()) << ranks << " ranks";
  }
}

}  // namespace
}  // namespace commlab
