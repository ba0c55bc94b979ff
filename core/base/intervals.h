#pragma once
// Stretches of time: which time several of them cover together, and which time is in both of two lists.
//
//   merged    [0,2) [1,4) [6,7)          ->  [0,4) [6,7)
//   overlap   [0,4) [6,7)  and  [3,9)    ->  [3,4) [6,7)

#include <algorithm>
#include <cstddef>
#include <vector>

namespace commlab {

// T: a number, or a Time.
template <class T>
struct Interval {
  T from{};
  T to{};
  bool operator==(const Interval&) const = default;
};

// The time that the intervals cover: sorted, and apart.
template <class T>
std::vector<Interval<T>> merged(std::vector<Interval<T>> some) {
  std::ranges::sort(some, {}, &Interval<T>::from);
  std::vector<Interval<T>> all;
  for (const Interval<T>& each : some)
    if (!all.empty() && each.from <= all.back().to)
      all.back().to = std::max(all.back().to, each.to);
    else
      all.push_back(each);
  return all;
}

// REQUIRES: the intervals are apart.
template <class T>
T length_of(const std::vector<Interval<T>>& apart) {
  T sum{};
  for (const Interval<T>& each : apart) sum = sum + (each.to - each.from);
  return sum;
}

// The time that is in both: sorted, and apart. REQUIRES: so are `a` and `b`.
template <class T>
std::vector<Interval<T>> overlap(const std::vector<Interval<T>>& a, const std::vector<Interval<T>>& b) {
  std::vector<Interval<T>> both;
  for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    const Interval<T> common{std::max(a[i].from, b[k].from), std::min(a[i].to, b[k].to)};
    if (common.from < common.to) both.push_back(common);
    ++(a[i].to < b[k].to ? i : k);
  }
  return both;
}

}  // namespace commlab
