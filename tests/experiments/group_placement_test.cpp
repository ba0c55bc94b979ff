// Which GPUs the groups of a training job have.

#include "gui/experiments/group_placement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Topology nodes_of(int nodes, int per_node) {
  Topology topology;
  for (int gpu = 0; gpu < nodes * per_node; ++gpu) topology.add(fmt::format("gpu{}", gpu), NodeType::gpu);
  if (nodes > 1) topology.per_node = per_node;
  return topology;
}

TEST(GroupPlacement, FillsNodeAfterNodeAndNeedsOnlyTheGroupsNodes) {
  EXPECT_THAT(*gpus_of_group({0, 1, 2, 3}, nodes_of(1, 4), "m"), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(*gpus_of_group({8, 9, 10, 11}, nodes_of(1, 4), "m"), ElementsAre(0, 1, 2, 3)) << "another node";
  EXPECT_THAT(*gpus_of_group({6, 7}, nodes_of(1, 4), "m"), ElementsAre(2, 3));
  EXPECT_THAT(*gpus_of_group({1, 5, 9}, nodes_of(3, 4), "m"), ElementsAre(1, 5, 9));
  EXPECT_THAT(*gpus_of_group({41, 1, 81}, nodes_of(3, 4), "m"), ElementsAre(5, 1, 9))
      << "in the group's order";
}

TEST(GroupPlacement, OnTooFewNodesIsAnErrorThatSaysHowMany) {
  const auto gpus = gpus_of_group({0, 8, 16, 24}, nodes_of(2, 8), "2x dgx-h100");
  ASSERT_FALSE(gpus);
  EXPECT_THAT(gpus.error().message,
              HasSubstr("the ranks 0, 8, 16, 24 are on 4 nodes of 8 GPUs, and 2x dgx-h100 has 2 nodes"));
}

TEST(GroupPlacement, GroupsAreShortTexts) {
  EXPECT_EQ(group_text({}), "");
  EXPECT_EQ(group_text({5}), "5");
  EXPECT_EQ(group_text({0, 1, 2, 3, 4, 5, 6, 7}), "0-7");
  EXPECT_EQ(group_text({0, 8, 16, 24}), "0, 8, 16, 24");
  EXPECT_EQ(group_text({0, 8, 16, 24, 32}), "0, 8, ..., 32");
}

}  // namespace
}  // namespace commlab
