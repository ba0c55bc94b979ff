#include "sim/links/pace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace commlab {
namespace {

// Compares it with a table that is searched completely. Flows join and leave at random, and the places of
// those that left are swept away now and then.
TEST(Pace, KnowsTheFirstEndHoweverOftenItIsSwept) {
  constexpr Rate rate = 1'000'000;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    Pace pace;
    pace.set_time({});
    pace.set_rate(rate);
    std::map<std::uint32_t, FlowWork> left;  // of each flow that has not left
    const auto counts = [&](const Pace::Place& place) { return left.contains(place.flow); };
    for (std::uint32_t flow = 0; flow < 200; ++flow) {
      left[flow] = static_cast<FlowWork>(1 + random() % 1000) * 1'000'000'000'000;
      pace.join({.due = left[flow], .flow = flow, .ticket = 0});
      if (random() % 2 == 0) left.erase(random() % (flow + 1));
      if (random() % 20 == 0) {
        pace.sweep(counts);
        ASSERT_EQ(pace.size(), left.size());
      }

      Time first = never;
      for (const auto& [each, work] : left) first = std::min(first, duration_of(work, rate));
      ASSERT_EQ(pace.first_end(counts), first) << "seed " << seed << ", flow " << flow;
    }
  }
}

}  // namespace
}  // namespace commlab
