// Slurm's short lists of nodes and of tasks.

#include "gpu/net/environment/slurm_lists.h"

#include <gtest/gtest.h>

namespace commlab {
namespace {

TEST(SlurmLists, BeginWithTheirFirstNode) {
  for (const auto& [list, first] : {std::pair("node7", "node7"),
                                    {"node7,node3", "node7"},
                                    {"node[01-04,7],gpu1", "node01"},
                                    {"node[12]", "node12"},
                                    {"gpu1,node[01-04]", "gpu1"},
                                    {"rack[0-1]node[03,5]-ib,x", "rack0node03-ib"},
                                    {"a-b.example.org", "a-b.example.org"}})
    EXPECT_EQ(first_node_of(list), first) << list;
}

TEST(SlurmLists, WithoutAFirstNodeAreNone) {
  for (const char* list : {"", ",node1", "node[", "node[]", "node[1-4", "node[a-b]", "node[-3]", "node[,3]"})
    EXPECT_EQ(first_node_of(list), std::nullopt) << list;
}

TEST(SlurmLists, GiveEachNodeItsTasks) {
  for (int node = 0; node < 5; ++node)
    EXPECT_EQ(tasks_of_node("2(x3),1,16", node), node < 3 ? 2 : node == 3 ? 1 : 16);
  EXPECT_EQ(tasks_of_node("4", 0), 4);
  EXPECT_EQ(tasks_of_node("4", 1), std::nullopt) << "there is no such node";
}

TEST(SlurmLists, OfTasksThatAreWrongAreNone) {
  for (const char* list : {"", "x", "2(x3", "2(3)", "2(x)", "0", "-1", "2(x0),1", "2(x-1),1", "2()", "(x2)"})
    EXPECT_EQ(tasks_of_node(list, 0), std::nullopt) << list;
}

}  // namespace
}  // namespace commlab
