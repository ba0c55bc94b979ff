#pragma once
// All-to-alls whose counts are awkward: the family that every truth about uneven counts is tested on.

#include <string>
#include <vector>

#include "core/base/index.h"
#include "core/base/splitmix.h"
#include "core/collective/collective.h"
#include "core/schedule/algorithm.h"

namespace commlab {

struct NamedCounts {
  std::string name;
  CountMatrix counts;
};

// REQUIRES: counts from 0 on, whose sum fits 63 bits.
template <class Count>
CountMatrix counts_by(int ranks, Count count) {
  std::vector<CountRow> rows(index(ranks), CountRow(index(ranks)));
  for (int from = 0; from < ranks; ++from)
    for (int to = 0; to < ranks; ++to) rows[index(from)][index(to)] = count(from, to);
  return CountMatrix::of(rows).value();
}

inline std::vector<NamedCounts> awkward_counts(int ranks) {
  const auto drawn = [](int from, int to) {
    return static_cast<int>(splitmix(static_cast<std::uint64_t>(from * 1'000 + to)) % 23);
  };
  constexpr int primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29};
  return {{"a hot expert", counts_by(ranks, [](int, int to) { return to == 0 ? 40 : 1; })},
          {"a hot sender", counts_by(ranks, [&](int from, int) { return from == ranks - 1 ? 31 : 2; })},
          {"own blocks only", counts_by(ranks, [](int from, int to) { return from == to ? 5 : 0; })},
          {"a rank that sends nothing", counts_by(ranks, [](int from, int) { return from == 0 ? 0 : 3; })},
          {"a rank that gets nothing", counts_by(ranks, [](int, int to) { return to == 0 ? 0 : 3; })},
          {"one message",
           counts_by(ranks, [&](int from, int to) { return from == 0 && to == ranks - 1 ? 17 : 0; })},
          {"primes", counts_by(ranks, [&](int from, int to) { return primes[(3 * from + to) % 10]; })},
          {"drawn", counts_by(ranks, drawn)}};
}

// With these counts even where all are equal, so that they take the way of uneven ones.
inline Collective all_to_all_with(const CountMatrix& counts, DataType type = DataType::float32) {
  Collective c =
      with_counts({.kind = CollectiveKind::all_to_all, .ranks = counts.ranks(), .dtype = type}, counts);
  c.counts = counts;
  return c;
}

// Calls check(algorithm, collective, name) for all algorithms on 1 to 17 ranks, and all awkward counts.
template <class Check>
void for_all_uneven(const std::vector<int>& rank_counts, Check check) {
  for (const Algorithm* algorithm : algorithms_for(CollectiveKind::all_to_all))
    for (const int ranks : rank_counts)
      for (const NamedCounts& named : awkward_counts(ranks)) {
        const Collective c = all_to_all_with(named.counts);
        if (!algorithm->supports(c)) continue;
        check(*algorithm, c,
              std::string(algorithm->name) + " on " + std::to_string(ranks) + " ranks, " + named.name);
      }
}

inline std::vector<int> one_to_seventeen() {
  return {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};
}

}  // namespace commlab
