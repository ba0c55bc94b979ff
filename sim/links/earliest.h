#pragma once
// Finds which of many alarm clocks rings first, if clocks are often set to other times: a binary heap that
// stores where each clock is (Sedgewick, Wayne, Algorithms, 2011, section 2.4: indexed priority queue).
// Setting a clock costs O(log n); a clock that is not set costs nothing.

#include <cassert>
#include <cstdint>
#include <vector>

#include "core/base/units.h"

namespace commlab {

class Earliest {
 public:
  explicit Earliest(std::size_t clocks) : place_(clocks, none), at_(clocks) {}

  bool empty() const { return heap_.empty(); }
  // When the first clock rings. REQUIRES: !empty().
  Time first() const {
    assert(!empty() && "a clock is set");
    return at_[heap_[0]];
  }

  // REQUIRES: clock is below the number of clocks; the same holds for unset().
  void set(std::uint32_t clock, Time at) {
    assert(clock < at_.size() && "there is such a clock");
    at_[clock] = at;
    if (place_[clock] == none) {
      place_[clock] = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back(clock);
    }
    sink(rise(place_[clock]));
  }

  void unset(std::uint32_t clock) {
    const std::uint32_t hole = place_[clock];
    if (hole == none) return;
    place_[clock] = none;
    const std::uint32_t last = heap_.back();
    heap_.pop_back();
    if (last == clock) return;
    put(hole, last);
    sink(rise(hole));
  }

  // Calls visit(clock) for all clocks that ring at first().
  template <class Visit>
  void for_each_first(Visit visit) const {
    if (!empty()) for_each_at(0, first(), visit);
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  bool before(std::uint32_t a, std::uint32_t b) const { return at_[a] < at_[b]; }
  void put(std::uint32_t place, std::uint32_t clock) {
    heap_[place] = clock;
    place_[clock] = place;
  }

  std::uint32_t rise(std::uint32_t place) {
    const std::uint32_t clock = heap_[place];
    while (place > 0 && before(clock, heap_[(place - 1) / 2])) {
      put(place, heap_[(place - 1) / 2]);
      place = (place - 1) / 2;
    }
    put(place, clock);
    return place;
  }

  void sink(std::uint32_t place) {
    const std::uint32_t clock = heap_[place];
    const auto size = static_cast<std::uint32_t>(heap_.size());
    for (std::uint32_t child = 2 * place + 1; child < size; child = 2 * place + 1) {
      if (child + 1 < size && before(heap_[child + 1], heap_[child])) ++child;
      if (!before(heap_[child], clock)) break;
      put(place, heap_[child]);
      place = child;
    }
    put(place, clock);
  }

  template <class Visit>
  void for_each_at(std::uint32_t place, Time at, Visit& visit) const {
    if (place >= heap_.size() || at_[heap_[place]] != at) return;
    visit(heap_[place]);
    for_each_at(2 * place + 1, at, visit);
    for_each_at(2 * place + 2, at, visit);
  }

  std::vector<std::uint32_t> heap_;   // the clocks that are set
  std::vector<std::uint32_t> place_;  // per clock: its place in heap_
  std::vector<Time> at_;
};

}  // namespace commlab
