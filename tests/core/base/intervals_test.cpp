// Intervals against a count of each unit of time, one by one.

#include "core/base/intervals.h"

#include <array>
#include <random>

#include <gtest/gtest.h>

#include "core/base/units.h"

namespace commlab {
namespace {

using Times = std::vector<Interval<Time>>;
using Units = std::array<bool, 40>;

Times times(std::vector<std::pair<int, int>> pairs) {
  Times all;
  for (const auto& [from, to] : pairs) all.push_back({Time{from}, Time{to}});
  return all;
}

Units units_of(const Times& intervals) {
  Units covered{};
  for (const Interval<Time>& each : intervals)
    for (auto unit = each.from.ps; unit < each.to.ps; ++unit) covered[static_cast<std::size_t>(unit)] = true;
  return covered;
}

bool are_sorted_and_apart(const Times& intervals) {
  for (std::size_t i = 1; i < intervals.size(); ++i)
    if (intervals[i].from <= intervals[i - 1].to) return false;
  return true;
}

TEST(Intervals, AreMergedWhereTheyTouch) {
  EXPECT_EQ(merged(times({{6, 7}, {1, 4}, {0, 2}})), times({{0, 4}, {6, 7}}));
  EXPECT_EQ(merged(times({{2, 3}, {1, 2}})), times({{1, 3}}));
  EXPECT_EQ(merged(times({{0, 9}, {2, 3}})), times({{0, 9}}));
  EXPECT_EQ(merged(Times{}), Times{});
}

TEST(Intervals, OverlapWhereBothAre) {
  EXPECT_EQ(overlap(times({{0, 4}, {6, 7}}), times({{3, 9}})), times({{3, 4}, {6, 7}}));
  EXPECT_EQ(overlap(times({{0, 4}}), times({{4, 5}})), Times{}) << "they only touch";
  EXPECT_EQ(overlap(times({{0, 4}}), Times{}), Times{});
}

TEST(Intervals, OfNumbersAreTheSame) {
  const std::vector<Interval<double>> some{{0.5, 2}, {1, 2.25}};
  EXPECT_EQ(length_of(merged(some)), 1.75);
}

TEST(Intervals, CoverTheUnitsThatCountingOneByOneFinds) {
  std::mt19937 random(7);
  const auto any = [&] {
    Times some;
    for (int count = static_cast<int>(random() % 8); count > 0; --count) {
      const int from = static_cast<int>(random() % 30);
      some.push_back({Time{from}, Time{from + static_cast<int>(random() % 10)}});
    }
    return some;
  };
  for (int round = 0; round < 1'000; ++round) {
    const Times a = any(), b = any(), all_a = merged(a), all_b = merged(b), both = overlap(all_a, all_b);
    EXPECT_TRUE(are_sorted_and_apart(all_a));
    EXPECT_TRUE(are_sorted_and_apart(both));
    EXPECT_EQ(units_of(all_a), units_of(a));
    EXPECT_EQ(length_of(all_a).ps, std::ranges::count(units_of(a), true));
    Units in_both{};
    for (std::size_t unit = 0; unit < in_both.size(); ++unit)
      in_both[unit] = units_of(a)[unit] && units_of(b)[unit];
    EXPECT_EQ(units_of(both), in_both);
  }
}

}  // namespace
}  // namespace commlab
