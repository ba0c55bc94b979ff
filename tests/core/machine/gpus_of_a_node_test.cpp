// Which GPUs share a node, where a machine's file does not say so.
#include "core/machine/gpus_of_a_node.h"

#include <gtest/gtest.h>

#include "core/machine_text/machine_families.h"
#include "core/machine_text/machine_toml.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

int per_node_of(std::string_view toml) {
  const Result<Machine> machine = machine_from_toml(toml, "lab.toml");
  EXPECT_TRUE(machine) << machine.error().message;
  return machine ? machine->topology.per_node : -1;
}

// Guards against a fixed bug: a hierarchy took two nodes of eight GPUs for four groups of four.
TEST(GpusOfANode, AreThoseThatNeedNoNetworkToReachOneAnother) {
  EXPECT_EQ(per_node_of(R"(
gpus = 16
nodes = ["s0 nvswitch", "s1 nvswitch", "nic0..1 nic", "leaf network_switch"]
links = ["gpu0..7 <-> s0  450GB/s", "gpu8..15 <-> s1  450GB/s", "gpu0..7 <-> nic0 pcie 48GB/s",
         "gpu8..15 <-> nic1 pcie 48GB/s", "nic0..1 <-> leaf network 48GB/s"]
)"),
            8);
  EXPECT_EQ(per_node_of(R"(
gpus = 4
nodes = ["leaf network_switch"]
links = ["gpu0 <-> gpu1 nvlink 50GB/s", "gpu2 <-> gpu3 nvlink 50GB/s", "gpu0..3 <-> leaf network 12GB/s"]
)"),
            2);
}

TEST(GpusOfANode, AreThoseOfAnNvswitchWherePcieJoinsAll) {
  const std::string_view two_switches = R"(
gpus = 6
nodes = ["s0..1 nvswitch", "t0..1 nvswitch", "cpu cpu"]
links = ["gpu0..2 <-> s0..1  25GB/s", "gpu3..5 <-> t0..1  25GB/s", "gpu0..5 <-> cpu  24GB/s"]
)";
  EXPECT_EQ(per_node_of(two_switches), 3);
  EXPECT_EQ(per_node_of(std::string("per_node = 2\n") + std::string(two_switches)), 2)
      << "the file's own value counts";
}

TEST(GpusOfANode, AreAllWhereGroupsDifferOrAreNotInOrder) {
  EXPECT_EQ(
      per_node_of("gpus = 3\nnodes = [\"s0..1 nvswitch\"]\nlinks = [\"gpu0..1 <-> s0 1GB/s\", \"gpu2 <-> s1 "
                  "1GB/s\", \"gpu1 <-> gpu2 pcie 1GB/s\"]"),
      0);
  EXPECT_EQ(per_node_of("gpus = 4\nlinks = [\"gpu0 <-> gpu2 1GB/s\", \"gpu1 <-> gpu3 1GB/s\"]"), 0);
  EXPECT_EQ(per_node_of("gpus = 4"), 0);
  EXPECT_EQ(gpus_of_a_node(machine_from_spec("fat-tree:2x4,400Gb/s,1us")->topology), 0) << "one GPU per host";
}

TEST(GpusOfANode, AreThoseOfEachNodeOfACluster) {
  EXPECT_EQ(gpus_of_a_node(find_machine("2x dgx-h100", machine_folder)->topology), 8);
  EXPECT_EQ(gpus_of_a_node(find_machine("3x dgx1-v100", machine_folder)->topology), 8);
  for (const std::string& name : machine_names(machine_folder))
    EXPECT_EQ(shipped_machine(name).topology.per_node, 0) << name;
}

}  // namespace
}  // namespace commlab
