// What is wrong with a machine, and what is left of it.

#include "core/machine/damage.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/machine_text/find_machine.h"
#include "core/machine_text/machine_families.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Texts = std::vector<std::string>;

class Damage : public testing::Test {
 protected:
  const Topology ring = machine_from_spec("ring:4,100GB/s,1us")->topology;
  const Topology cluster = find_machine("2x dgx-h100", COMMLAB_SOURCE_DIR "/sim/machines")->topology;

  static DamagedTopology slowed(const Topology& sound, const Texts& slow) {
    return damaged(sound, {.slow = slow}).value();
  }
  static Topology without(const Topology& sound, const Texts& cut) {
    return damaged(sound, {.cut = cut}).value().real;
  }
  static const Link& link(const Topology& topology, std::string_view from, std::string_view to) {
    const NodeId a = *topology.find(from), b = *topology.find(to);
    return *std::ranges::find_if(topology.links, [&](const Link& l) { return l.from == a && l.to == b; });
  }
  static std::int64_t links_at(const Topology& topology, std::string_view name) {
    const NodeId node = *topology.find(name);
    return std::ranges::count_if(topology.links,
                                 [&](const Link& l) { return l.from == node || l.to == node; });
  }
  // How much of a link's rate is left.
  double left(const Texts& slow, std::string_view from, std::string_view to) const {
    const Topology real = slowed(cluster, slow).real;
    return static_cast<double>(link(real, from, to).bandwidth.bytes_per_second) /
           static_cast<double>(link(cluster, from, to).bandwidth.bytes_per_second);
  }
  static std::string slow_error(const Topology& topology, const Texts& slow) {
    const auto left = damaged(topology, {.slow = slow});
    return left ? "" : left.error().message;
  }
  static std::string cut_error(const Topology& topology, const Texts& cut) {
    const auto left = damaged(topology, {.cut = cut});
    return left ? "" : left.error().message;
  }
};

TEST_F(Damage, CutsALinkInBothDirections) {
  const Topology left = without(ring, {"gpu3-gpu0"});
  EXPECT_EQ(left.links.size(), ring.links.size() - 2);
  EXPECT_EQ(links_at(left, "gpu3"), 2);
}

TEST_F(Damage, CutsADeviceWithAllItsLinks) {
  EXPECT_EQ(links_at(without(cluster, {"node0.nic3"}), "node0.nic3"), 0);
  EXPECT_EQ(links_at(without(cluster, {"node1.nvswitch"}), "node1.nvswitch"), 0);
  EXPECT_EQ(links_at(without(cluster, {"gpu3.nvlink"}), "gpu3"), 2) << "PCIe stays";
}

// Data would go into such a NIC, and not out of it.
TEST_F(Damage, ANicWithoutAWayOutIsDead) {
  const Topology left = without(cluster, {"node0.nic3-leaf"});
  EXPECT_EQ(links_at(left, "node0.nic3"), 0);
  EXPECT_EQ(left.links.size(), without(cluster, {"node0.nic3"}).links.size());
}

TEST_F(Damage, ReadsWhatIsLeftAsPeopleSayIt) {
  EXPECT_DOUBLE_EQ(left({"gpu3-node0.nvswitch:2x"}, "gpu3", "node0.nvswitch"), .5);
  EXPECT_NEAR(left({"gpu3.nvlink:17/18"}, "node0.nvswitch", "gpu3"), 17. / 18, 1e-9);
  EXPECT_NEAR(left({"node0.nic3:50%"}, "node0.nic3", "leaf"), .5, 1e-9);
  EXPECT_NEAR(left({"node0.nic3:1/2"}, "leaf", "node0.nic3"), .5, 1e-9);
  EXPECT_NEAR(left({"gpu3.pcie:x8"}, "gpu3", "node0.pcie3"), .5, 1e-9);
  EXPECT_NEAR(left({"gpu3:x8"}, "gpu3", "node0.pcie3"), .5, 1e-9);
  EXPECT_EQ(left({"gpu3:x8"}, "gpu3", "node0.nvswitch"), 1);
  EXPECT_EQ(left({"node0.nic3:900GB/s"}, "node0.nic3", "leaf"), 1);
  EXPECT_NEAR(left({"node0.nic3:2x", "node0.nic3-leaf:2x"}, "node0.nic3", "leaf"), .25, 1e-9);
  EXPECT_EQ(link(slowed(cluster, {"node0.nic3:200G"}).real, "node0.nic3", "leaf").bandwidth, GBps(24));
  EXPECT_EQ(link(slowed(cluster, {"node0.nic3:25GB/s"}).real, "node0.nic3", "leaf").bandwidth, GBps(25));
}

// The hardware says which part of it is left; nobody says that it is slower than it says.
TEST_F(Damage, NcclIsToldOfPartsButNotOfSlowness) {
  const DamagedTopology part = slowed(cluster, {"gpu3.nvlink:17/18"});
  EXPECT_EQ(link(part.told, "gpu3", "node0.nvswitch").lanes, 17);
  EXPECT_TRUE(part.slowed.empty());
  EXPECT_THAT(part.nodes, ElementsAre(0));

  const DamagedTopology slow = slowed(cluster, {"node1.nic3-leaf:2x"});
  const Link &told = link(slow.told, "node1.nic3", "leaf"), &real = link(slow.real, "node1.nic3", "leaf");
  EXPECT_EQ(told.bandwidth, GBps(48));
  EXPECT_EQ(real.bandwidth, GBps(24));
  ASSERT_EQ(slow.slowed.size(), 2u);
  EXPECT_EQ(slow.slowed[0].times, 2);
  EXPECT_TRUE(slow.nodes.empty());
}

TEST_F(Damage, MakesALinkLater) {
  const Texts late = {"gpu0-gpu1:10us"};
  const DamagedTopology left = damaged(ring, {.late = late}).value();
  EXPECT_EQ(link(left.real, "gpu0", "gpu1").latency, microseconds(11));
  EXPECT_EQ(link(left.told, "gpu0", "gpu1").latency, microseconds(1));
}

TEST_F(Damage, OfAGpuAloneLeavesItsLinks) {
  EXPECT_EQ(left({"gpu3:2x"}, "gpu3", "node0.nvswitch"), 1);
  EXPECT_EQ(slow_gpu(cluster, "gpu3:1.5x")->gpu, 3);
  EXPECT_EQ(slow_gpu(cluster, "gpu3:1.5x")->times, 1.5);
  EXPECT_EQ(slow_gpu(cluster, "gpu3:50%")->times, 2);
  EXPECT_FALSE(slow_gpu(cluster, "gpu3:x8"));
  EXPECT_FALSE(slow_gpu(cluster, "gpu3.nvlink:2x"));
  EXPECT_EQ(late_gpu(cluster, "gpu3:50us")->more, microseconds(50));
  EXPECT_FALSE(late_gpu(cluster, "gpu0-node0.nvswitch:50us"));
}

TEST_F(Damage, SaysWhatIsWrongWithItsWords) {
  EXPECT_EQ(slow_error(ring, {"gpu3"}),
            "--slow 'gpu3': no pace; expected a GPU, another device or a link, and how slow it is, as in "
            "gpu3:2x, gpu3.nvlink:17/18, node0.nic3:50% or gpu0-gpu1:4x");
  for (const std::string pace :
       {"2", "0.5x", "infx", "2000000000x", "18/17", "0/2", "1/0", "0%", "101%", "x0", "x17", "fast"})
    EXPECT_EQ(slow_error(ring, {"gpu0-gpu1:" + pace}),
              fmt::format("--slow 'gpu0-gpu1:{0}': '{0}' is no pace; expected times slower, as in 2x (1 to "
                          "1000000000), a part, as in 17/18 or 50%, PCIe lanes, as in x8, or a rate, as in "
                          "200G or 25GB/s",
                          pace));
  EXPECT_EQ(slow_error(ring, {"gpu4:2x"}), "--slow 'gpu4:2x': unknown node 'gpu4'; expected gpu0 to gpu3");
  EXPECT_EQ(slow_error(ring, {"gpu0-gpu2:2x"}),
            "--slow 'gpu0-gpu2:2x': no link joins gpu0 and gpu2; gpu0 is joined to gpu1, gpu3");
  EXPECT_EQ(slow_error(ring, {"gpu0.pcie:2x"}), "--slow 'gpu0.pcie:2x': gpu0 has no pcie link");
  EXPECT_EQ(slow_error(ring, {"gpu0-gpu1:x8"}),
            "--slow 'gpu0-gpu1:x8': gpu0-gpu1 has no PCIe link; expected one, as x8 counts PCIe lanes");
  EXPECT_THAT(slow_error(ring, {"gpu0:200G"}),
              HasSubstr("expected links of gpu0, as in gpu0.nvlink:200GB/s"));
  EXPECT_EQ(slow_error(ring, {"gpu3:1000000000x", "gpu3:2x"}),
            "--slow 'gpu3:2x': gpu3 is slowed 2000000000 times in all; expected at most 1000000000");

  EXPECT_THAT(cut_error(ring, {"gpu3"}), HasSubstr("--cut 'gpu3': gpu3 is a GPU, and has a rank; expected"));
  EXPECT_EQ(cut_error(ring, {"gpu1-gpu3"}),
            "--cut 'gpu1-gpu3': no link joins gpu1 and gpu3; gpu1 is joined to gpu0, gpu2");
  for (const char* text :
       {"gpu0-gpu1", "gpu0-gpu1:", "gpu0-gpu1:10", "gpu0-gpu1:-1us", "gpu0-gpu2:1us", "gpu4:50us", ""}) {
    const Texts late = {text};
    const auto left = damaged(ring, {.late = late});
    ASSERT_FALSE(left) << text;
    EXPECT_TRUE(left.error().message.starts_with(fmt::format("--late '{}': ", text))) << text;
  }
}

}  // namespace
}  // namespace commlab
