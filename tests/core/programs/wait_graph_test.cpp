#include "core/programs/wait_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

WaitGraph graph(std::initializer_list<std::pair<int, int>> waits) {
  WaitGraph graph;
  for (const auto& [waiter, on] : waits) graph.add({.waiter = waiter, .on = on, .why = ""});
  return graph;
}

TEST(WaitGraph, ALineEndsWhereSomebodyDoesNotWait) {
  const WaitGraph line = graph({{0, 1}, {1, 2}});

  EXPECT_EQ(line.in_vain(), 1);
  EXPECT_THAT(line.way(), ElementsAre(0, 1));
  EXPECT_THAT(line.circle(), IsEmpty());
}

TEST(WaitGraph, ACircleBeginsWhereItIsEntered) {
  const WaitGraph circle = graph({{5, 2}, {1, 3}, {2, 1}, {3, 2}});

  EXPECT_EQ(circle.in_vain(), std::nullopt);
  EXPECT_THAT(circle.way(), ElementsAre(0, 2, 1, 3));
  EXPECT_THAT(circle.circle(), ElementsAre(2, 1, 3));
}

TEST(WaitGraph, WhoWaitsForItselfIsACircle) { EXPECT_THAT(graph({{4, 4}}).circle(), ElementsAre(0)); }

// 0 waits for 1, which waits for something that never comes, and for 2, which waits for 0.
TEST(WaitGraph, ASecondWaitMayCloseTheCircle) {
  const WaitGraph both = graph({{0, 1}, {0, 2}, {1, -1}, {2, 0}});

  EXPECT_EQ(both.in_vain(), 2);
  EXPECT_THAT(both.way(), ElementsAre(0, 2));
  EXPECT_THAT(both.circle(), ElementsAre(1, 3));
}

TEST(WaitGraph, ALongLineOfWaitsNeedsNoDeepStack) {
  constexpr int waiters = 1'000'000;
  WaitGraph ring;
  for (int waiter = 0; waiter < waiters; ++waiter)
    ring.add({.waiter = waiter, .on = (waiter + 1) % waiters, .why = ""});

  EXPECT_EQ(ring.circle().size(), waiters);
}

}  // namespace
}  // namespace commlab
