#include "sim/links/earliest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace commlab {
namespace {

// Compares it with a table that is searched completely.
TEST(Earliest, IsTheEarliestHoweverClocksAreSet) {
  constexpr std::uint32_t clocks = 40;
  Earliest earliest(clocks);
  std::map<std::uint32_t, Time> table;
  std::mt19937 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint32_t clock = random() % clocks;
    if (random() % 3 == 0) {
      earliest.unset(clock);
      table.erase(clock);
    } else {
      table[clock] = Time{static_cast<std::int64_t>(random() % 50)};
      earliest.set(clock, table[clock]);
    }
    ASSERT_EQ(earliest.empty(), table.empty());
    if (table.empty()) continue;
    Time first = never;
    for (const auto& [c, at] : table) first = std::min(first, at);
    ASSERT_EQ(earliest.first(), first);
    std::vector<std::uint32_t> expected, found;
    for (const auto& [c, at] : table)
      if (at == first) expected.push_back(c);
    earliest.for_each_first([&](std::uint32_t c) { found.push_back(c); });
    std::ranges::sort(found);
    ASSERT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace commlab
