#pragma once
// The common pace of flows that all run at one rate, however often that rate changes. A clock of this pace
// advances by the work that each flow has done, so a flow that joins with work w left ends when the clock
// reads w more than it did when the flow joined. A new rate costs one addition, not one for each flow (the
// virtual time of Parekh, Gallager, A Generalized Processor Sharing Approach to Flow Control, IEEE/ACM Trans.
// Networking 1(3), 1993).
//
// Rates are whole numbers of 2^-16 bytes per second, work of 2^-16 bytes * 10^-12; a flow ends at the
// first picosecond at which less than 2^-20 of a byte is left.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/units.h"

namespace commlab {

using Rate = std::int64_t;
using FlowWork = __int128;
inline constexpr Rate unlimited = INT64_MAX;
inline constexpr FlowWork endless_work = static_cast<FlowWork>(~static_cast<unsigned __int128>(0) >> 1);

// The work of `bytes` bytes, each of which counts as `stretch` * 2^-20 bytes; at most 2^126. Work that takes
// longer than 106 days at every rate is cut off, which leaves room for a pace's reading.
FlowWork work_of(std::int64_t bytes, std::int64_t stretch);

// How long this work takes at this rate; `never` if the time does not fit.
Time duration_of(FlowWork left, Rate rate);

class Pace {
 public:
  // A flow's place in the order of ends. The place counts only while the flow's own ticket is `ticket`.
  struct Place {
    using Due [[gnu::aligned(8)]] = FlowWork;  // so a place takes 24 bytes, not 32
    Due due;
    std::uint32_t flow;
    std::uint32_t ticket;
  };

  Rate rate() const { return rate_; }
  FlowWork reading() const { return reading_; }  // as of the last set_time()
  void set_time(Time now) {
    if (rate_ != unlimited) reading_ += static_cast<FlowWork>(rate_) * (now - since_).ps;
    since_ = now;
  }
  void set_rate(Rate rate) { rate_ = rate; }

  std::size_t size() const { return places_.size(); }
  void join(const Place& place) {
    places_.push_back(place);
    std::push_heap(places_.begin(), places_.end(), later);
  }
  void clear() { places_.clear(); }
  // Keeps only the places that count. Call this now and then, because otherwise the number of places would
  // only grow.
  template <class Counts>
  void sweep(Counts counts) {
    std::erase_if(places_, [&](const Place& place) { return !counts(place); });
    std::make_heap(places_.begin(), places_.end(), later);
  }

  // When the first flow ends; `never` if there is no flow. REQUIRES: set_time(now) was called.
  template <class Counts>
  Time first_end(Counts counts) {
    while (!places_.empty() && !counts(places_.front())) {
      std::pop_heap(places_.begin(), places_.end(), later);
      places_.pop_back();
    }
    return places_.empty() ? never : end_of(places_.front());
  }
  // Calls visit(flow) for all flows that end by `end`, mostly in the order in which they joined. REQUIRES:
  // `end` is no later than first_end().
  template <class Counts, class Visit>
  void for_each_ending(Time end, Counts counts, Visit visit) const {
    const FlowWork most = end == never ? endless_work : reading_ + ending_within(end - since_);
    for (const Place& place : places_)
      if (place.due <= most && counts(place)) visit(place.flow);
  }

 private:
  static bool later(const Place& a, const Place& b) { return a.due > b.due; }
  Time end_of(const Place& place) const { return since_ + duration_of(place.due - reading_, rate_); }
  FlowWork ending_within(Time time) const;

  Rate rate_ = unlimited;  // unlimited: no flow has this pace
  FlowWork reading_ = 0;
  Time since_;
  std::vector<Place> places_;  // a heap, the first due in front
};

}  // namespace commlab
