// Ranks, processes and GPUs, as torchrun and CUDA number them.

#include "lessons/run/launch_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// For any number of nodes and processes: each rank once, in order of nodes, and each with its own GPU.
TEST(LaunchTable, GivesEveryRankOnceWhereItCountsOverNodes) {
  for (int nodes = 1; nodes <= 5; ++nodes)
    for (int processes = 1; processes <= 8; ++processes) {
      const auto launched = launch_of({.nodes = nodes, .gpus = 8, .processes = processes});
      ASSERT_TRUE(launched);
      EXPECT_TRUE(launched->complete());
      EXPECT_EQ(launched->world_size, nodes * processes);
      for (std::size_t i = 0; i < launched->processes.size(); ++i) {
        const LaunchedProcess& process = launched->processes[i];
        EXPECT_EQ(process.rank, static_cast<Rank>(i));
        EXPECT_EQ(process.physical_gpu, process.local_rank);
      }
    }
}

TEST(LaunchTable, NumbersVisibleDevicesAnew) {
  const auto launched = launch_of({.nodes = 2, .gpus = 4, .processes = 2, .visible = {"2,3"}});
  ASSERT_TRUE(launched);
  EXPECT_EQ(launched->processes[1].rank, 1);
  EXPECT_EQ(launched->processes[1].physical_gpu, 3);
  EXPECT_EQ(launched->processes[2].node, 1);
  EXPECT_EQ(launched->processes[2].physical_gpu, 0);
}

TEST(LaunchTable, WaitsForRanksThatNobodySaysHeIs) {
  const auto launched =
      launch_of({.nodes = 2, .gpus = 4, .processes = 2, .rule = LaunchTable::RankRule::local});
  ASSERT_TRUE(launched);
  EXPECT_FALSE(launched->complete());
  EXPECT_THAT(launched->twice, ElementsAre(0, 1));
  EXPECT_THAT(launched->missing, ElementsAre(2, 3));
}

TEST(LaunchTable, NamesProcessesWithoutAGpu) {
  const auto launched = launch_of({.nodes = 1, .gpus = 4, .processes = 3, .visible = {"3,9,1"}});
  ASSERT_TRUE(launched);
  EXPECT_EQ(launched->processes[0].physical_gpu, 3);
  EXPECT_THAT(launched->without_gpu, ElementsAre(1, 2));  // GPU 9 does not exist, and ends the list
  EXPECT_THAT(launched->missing, IsEmpty());
  EXPECT_FALSE(launched->complete());
}

TEST(LaunchTable, RefusesWhatCannotBe) {
  EXPECT_EQ(launch_of({.nodes = 0}).error().message, "nodes 0: from 1 to 4096 are possible");
  EXPECT_EQ(launch_of({.gpus = 4, .visible = {"2,x"}}).error().message,
            "CUDA_VISIBLE_DEVICES '2,x' of node 0 is no list of GPUs as 2,3");
  EXPECT_EQ(launch_of({.gpus = 4, .visible = {"2,2"}}).error().message,
            "CUDA_VISIBLE_DEVICES '2,2' of node 0 names GPU 2 twice");
}

TEST(LaunchTable, KnowsWhichListsNameGpusThatAreNotThere) {
  EXPECT_TRUE(check_visible_gpus({.gpus = 4, .visible = {"3,1"}}));
  EXPECT_EQ(check_visible_gpus({.gpus = 4, .visible = {"2,31,3"}}).error().message,
            "CUDA_VISIBLE_DEVICES '2,31,3' of node 0 names GPU 31, and the node has GPUs 0 to 3");
}

}  // namespace
}  // namespace commlab
