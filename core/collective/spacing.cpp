#include "core/collective/spacing.h"

#include <algorithm>
#include <cassert>
#include <functional>

namespace commlab {

std::optional<EvenSet> evenly_apart(const std::vector<int>& sorted, int blocks) {
  assert(!sorted.empty() &&
         std::ranges::adjacent_find(sorted, std::ranges::greater_equal()) == sorted.end() &&
         "sorted and distinct");
  const int n = static_cast<int>(sorted.size());
  const auto distance = [&](int a, int b) {  // between two elements, cyclic
    const int d = sorted[b % n] - sorted[a];
    return d < 0 ? d + blocks : d;
  };
  int start = 0;  // after a gap
  while (start < n && distance((start + n - 1) % n, start) == 1) ++start;
  if (start == n) return EvenSet{sorted[0], {}};  // all blocks, or one
  int run = 1;
  while (run < n && distance(start, start + run) == run) ++run;
  const Spacing spacing = run == n ? Spacing{} : runs_of(run, distance(start, start + run));
  for (int k = 0; k < n; ++k)
    if (distance(start, start + k) != spacing.offset(k)) return std::nullopt;
  return EvenSet{sorted[start], spacing};
}

}  // namespace commlab
