#pragma once
// Future events in order of time, and at equal times in the order in which they were posted, so that a run
// never depends on how a heap happens to break ties.
//
// A radix heap (Ahuja, Mehlhorn, Orlin, Tarjan, 1990): since time never goes back, it is enough to sort an
// event by the highest bit in which its time differs from now(). Bucket 0 holds the events of now(). When
// bucket 0 is empty, the events of the first non-empty bucket are distributed again. Events of equal times
// always share a bucket and are distributed in order, so ties keep their order.

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/index.h"
#include "core/base/units.h"

namespace commlab {

class EventQueue {
 public:
  struct Event {
    std::int64_t at;  // picoseconds
    std::uint32_t lane;
    std::uint32_t what;  // only the engine knows its meaning
  };

  Time now() const { return {now_}; }
  bool empty() const { return size_ == 0; }
  // Whether an event is left at now().
  bool has_now() const { return next_ < buckets_[0].size(); }

  // REQUIRES: at >= now().
  void post(Time at, std::uint32_t lane, std::uint32_t what) {
    assert(at.ps >= now_ && "an event lies in the future");
    buckets_[bucket(at.ps)].push_back({at.ps, lane, what});
    ++size_;
  }

  // The next event; now() becomes its time. REQUIRES: !empty().
  Event pop() {
    assert(!empty() && "an event is left");
    if (!has_now()) advance();
    --size_;
    return buckets_[0][next_++];
  }

 private:
  std::size_t bucket(std::int64_t at) const {
    return index(std::bit_width(static_cast<std::uint64_t>(at ^ now_)));
  }

  void advance() {
    buckets_[0].clear();
    next_ = 0;
    std::size_t first = 1;
    while (buckets_[first].empty()) ++first;
    std::vector<Event>& dealt = buckets_[first];
    const auto [earliest, latest] = std::ranges::minmax(dealt, {}, &Event::at);
    now_ = earliest.at;
    if (earliest.at == latest.at) return std::swap(buckets_[0], dealt);
    for (const Event& event : dealt) buckets_[bucket(event.at)].push_back(event);
    dealt.clear();
  }

  std::array<std::vector<Event>, 65> buckets_;
  std::size_t next_ = 0;  // next event of bucket 0
  std::size_t size_ = 0;
  std::int64_t now_ = 0;
};

}  // namespace commlab
