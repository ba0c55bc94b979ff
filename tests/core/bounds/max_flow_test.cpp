#include "core/bounds/max_flow.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

std::int64_t flow(FlowNetwork& network, int source, int sink) {
  return static_cast<std::int64_t>(network.max_flow(source, sink));
}

// The example in Cormen, Leiserson, Rivest and Stein, chapter on maximum flow: the flow is 23.
FlowNetwork textbook() {
  FlowNetwork network(6);
  const int arcs[][3] = {{0, 1, 16}, {0, 2, 13}, {1, 3, 12}, {2, 1, 4}, {3, 2, 9},
                         {2, 4, 14}, {4, 3, 7},  {3, 5, 20}, {4, 5, 4}};
  for (const auto& [from, to, capacity] : arcs) network.add(from, to, capacity);
  return network;
}

TEST(MaxFlow, OfTheTextbookIs23) {
  FlowNetwork network = textbook();

  EXPECT_EQ(flow(network, 0, 5), 23);
}

// The arcs 1 -> 3, 4 -> 3 and 4 -> 5 are full: 12 + 7 + 4.
TEST(MaxFlow, KnowsTheSourceSideOfTheNarrowestCut) {
  FlowNetwork network = textbook();
  flow(network, 0, 5);

  for (const int node : {0, 1, 2, 4}) EXPECT_TRUE(network.on_source_side(node)) << node;
  for (const int node : {3, 5}) EXPECT_FALSE(network.on_source_side(node)) << node;
}

TEST(MaxFlow, ForgetsEarlierFlows) {
  FlowNetwork network = textbook();

  flow(network, 0, 5);
  EXPECT_EQ(flow(network, 0, 5), 23);
  EXPECT_EQ(flow(network, 5, 0), 0);  // no arc leads back
  EXPECT_EQ(flow(network, 1, 5), 12);
}

TEST(MaxFlow, FollowsAChangedCapacity) {
  FlowNetwork network(2);
  const int arc = network.add(0, 1, 5);

  EXPECT_EQ(flow(network, 0, 1), 5);
  network.set_capacity(arc, 8);
  EXPECT_EQ(flow(network, 0, 1), 8);
  network.set_capacity(arc, 0);
  EXPECT_EQ(flow(network, 0, 1), 0);
}

// A greedy first push over the middle arc (0 -> 1 -> 2 -> 3) blocks both other paths, and must be taken back.
TEST(MaxFlow, TakesBackAWrongStart) {
  FlowNetwork network(4);
  network.add(0, 1, 1);
  network.add(1, 2, 1);
  network.add(2, 3, 1);
  network.add(0, 2, 1);
  network.add(1, 3, 1);

  EXPECT_EQ(flow(network, 0, 3), 2);
}

}  // namespace
}  // namespace commlab
