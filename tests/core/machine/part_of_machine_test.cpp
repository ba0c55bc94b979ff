// A job that was given some of a machine's GPUs.
#include "core/machine/part_of_machine.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

TEST(PartOfMachine, CountsTheGpusOfEachNode) {
  Topology cluster;
  for (int gpu = 0; gpu < 24; ++gpu) cluster.add("gpu", NodeType::gpu);
  cluster.per_node = 8;
  EXPECT_EQ(gpus_of_each_node(cluster, {8, 9, 12}), 3);
  EXPECT_EQ(gpus_of_each_node(cluster, {0, 1, 8, 9}), 2);
  EXPECT_EQ(gpus_of_each_node(cluster, {7, 15, 23}), 1);
  EXPECT_EQ(gpus_of_each_node(cluster, {0, 8, 1, 9}), 0);  // one node after the other
  EXPECT_EQ(gpus_of_each_node(cluster, {0, 1, 8}), 2);
  EXPECT_EQ(gpus_of_each_node(cluster, {0, 8, 9}), 0);
  EXPECT_EQ(gpus_of_each_node(cluster, {0, 1, 8, 16}), 0);
  EXPECT_EQ(gpus_of_each_node(cluster, {0, 1, 8, 9, 16}), 2);
  cluster.per_node = 0;
  EXPECT_EQ(gpus_of_each_node(cluster, {0, 8, 9}), 3);
}

TEST(PartOfMachine, HasNodesIfItsGpusAreOfSeveral) {
  Machine cluster;
  for (int gpu = 0; gpu < 16; ++gpu) cluster.topology.add("gpu", NodeType::gpu);
  cluster.topology.per_node = 8;
  EXPECT_EQ(part_of(cluster, {0, 1, 8, 9}).topology.per_node, 2);
  EXPECT_EQ(part_of(cluster, {10, 12}).topology.per_node, 0);
  EXPECT_EQ(part_of(cluster, {0, 8, 9}).topology.per_node, 0);
}

}  // namespace
}  // namespace commlab
