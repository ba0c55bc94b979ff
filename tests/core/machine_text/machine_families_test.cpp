// Machines given by a SPEC.
#include "core/machine/machine.h"

#include <chrono>

#include <gtest/gtest.h>

#include "core/machine_text/machine_families.h"
#include "tests/core/machine_text/machine_text.h"

namespace commlab {
namespace {

TEST(MachineFromSpec, WiresASwitchWithOneLinkEachWayPerGpu) {
  const Machine m = *machine_from_spec("switch:8,450GB/s,350ns");

  EXPECT_EQ(m.topology.gpus, 8);
  EXPECT_EQ(m.topology.nodes.size(), 9u);
  EXPECT_EQ(m.topology.links.size(), 16u);
  EXPECT_EQ(m.topology.link_name(0), "gpu0 -> nvswitch");
  EXPECT_EQ(m.topology.links[0].bandwidth, GBps(450));
  EXPECT_EQ(m.topology.links[0].latency, nanoseconds(350));
  EXPECT_FALSE(m.topology.gpus_forward);
  EXPECT_EQ(m.collective.launch, Time{});
  EXPECT_EQ(m.title, "8 GPUs on one NVSwitch");
}

TEST(MachineFromSpec, ASwitchMayMulticast) {
  const Machine m = *machine_from_spec("switch:8,450GB/s,350ns,multicast");

  EXPECT_TRUE(m.topology.multicast);
  EXPECT_EQ(m.multicast.launch, Time{});
  EXPECT_EQ(m.multicast.efficiency, 1);
  EXPECT_EQ(m.title, "8 GPUs on one NVSwitch that multicasts and reduces");
  EXPECT_FALSE(machine_from_spec("ring:8,450GB/s,350ns,multicast"));
  EXPECT_FALSE(machine_from_spec("switch:8,450GB/s,350ns,multicsat"));
}

TEST(MachineFromSpec, ALaunchMayBeNamed) {
  EXPECT_EQ(machine_from_spec("ring:8,100GB/s,500ns,launch=8.4us")->collective.launch, nanoseconds(8400));
  const Machine both = *machine_from_spec("switch:8,450GB/s,350ns,launch=8.4us,multicast");
  EXPECT_EQ(both.collective.launch, nanoseconds(8400));
  EXPECT_TRUE(both.topology.multicast);
  EXPECT_EQ(machine_from_spec("switch:8,450GB/s,350ns,multicast,launch=1us")->collective.launch,
            microseconds(1));
  EXPECT_FALSE(machine_from_spec("ring:8,100GB/s,500ns,launch=1us,launch=2us"));
  EXPECT_EQ(machine_from_spec("ring:8,100GB/s,500ns,launch=8.4").error().message.substr(0, 54),
            "machine 'ring:8,100GB/s,500ns,launch=8.4': time '8.4':");
}

std::size_t links_of(std::string_view spec) { return machine_from_spec(spec)->topology.links.size(); }

// Counts one-way links. A side of two GPUs has no second wrap-around link, a side of one has no links.
TEST(MachineFromSpec, WiresRingsMeshesAndTori) {
  EXPECT_EQ(links_of("ring:8,1GB/s,0"), 16u);
  EXPECT_EQ(links_of("ring:2,1GB/s,0"), 2u);
  EXPECT_EQ(links_of("ring:1,1GB/s,0"), 0u);
  EXPECT_EQ(links_of("mesh:4x3,1GB/s,0"), 2u * (4 * 2 + 3 * 3));
  EXPECT_EQ(links_of("torus:4x3,1GB/s,0"), 2u * 2 * 12);
  EXPECT_EQ(links_of("torus:2x2x2,1GB/s,0"), 24u);  // a cube

  const Topology torus = machine_from_spec("torus:3x4,1GB/s,0")->topology;
  EXPECT_TRUE(torus.gpus_forward);
  EXPECT_EQ(link_between(torus, 3, 0).to, 0);   // wraps around the first row
  EXPECT_EQ(link_between(torus, 11, 3).to, 3);  // wraps around the last column
}

TEST(MachineFromSpec, WiresAFatTreeOfFullBisection) {
  const Topology t = machine_from_spec("fat-tree:16x8,400Gb/s,1us")->topology;

  EXPECT_EQ(t.gpus, 128);
  const Link& upper = link_between(t, *t.find("leaf3"), *t.find("root"));
  EXPECT_EQ(upper.bandwidth, GBps(16 * 50));
  EXPECT_EQ(upper.lanes, 16);
  EXPECT_EQ(link_between(t, 127, *t.find("leaf7")).bandwidth, GBps(50));
}

// Quadratic work would take hours. The limit leaves room for slow computers and sanitizers.
TEST(MachineFromSpec, BuildsTheLargestSwitchAtOnce) {
  const auto begin = std::chrono::steady_clock::now();

  EXPECT_EQ(machine_from_spec("switch:1048576,25GB/s,0.5us")->topology.gpus, 1 << 20);

  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(120));
}

std::string spec_error(std::string_view spec) { return machine_from_spec(spec).error().message; }

TEST(MachineFromSpec, SaysWhatIsWrong) {
  EXPECT_EQ(spec_error("swich:8,450GB/s,350ns"),
            "machine 'swich:8,450GB/s,350ns': unknown family 'swich' (did you mean switch?); expected "
            "switch, ring, "
            "mesh, torus, fat-tree");
  EXPECT_EQ(spec_error("switch:0,450GB/s,350ns"),
            "machine 'switch:0,450GB/s,350ns': 0 GPUs; expected 1 to 1048576");
  EXPECT_EQ(spec_error("switch:1048577,450GB/s,350ns"),
            "machine 'switch:1048577,450GB/s,350ns': 1048577 GPUs; expected 1 to 1048576");
  EXPECT_EQ(spec_error("mesh:1025x1024,1GB/s,0"),
            "machine 'mesh:1025x1024,1GB/s,0': 1025x1024 GPUs; expected 1 to 1048576");
  EXPECT_EQ(spec_error("ring:99999999999999999999,1GB/s,0"),
            "machine 'ring:99999999999999999999,1GB/s,0': 99999999999999999999 GPUs; expected 1 to 1048576");
  EXPECT_EQ(spec_error("switch:8,450GB/s"),
            "machine 'switch:8,450GB/s': 2 parts instead of 3; expected "
            "switch:GPUS,BANDWIDTH,LATENCY[,multicast][,launch=TIME], as in "
            "switch:8,450GB/s,350ns");
  EXPECT_EQ(spec_error("switch:"),
            "machine 'switch:': 1 part instead of 3; expected "
            "switch:GPUS,BANDWIDTH,LATENCY[,multicast][,launch=TIME], as in "
            "switch:8,450GB/s,350ns");
  EXPECT_EQ(spec_error("switch:eight,450GB/s,350ns"),
            "machine 'switch:eight,450GB/s,350ns': 'eight' is not a number of GPUs; expected "
            "switch:GPUS,BANDWIDTH,LATENCY[,multicast][,launch=TIME], as in switch:8,450GB/s,350ns");
  EXPECT_EQ(spec_error("mesh:16,1GB/s,0"),
            "machine 'mesh:16,1GB/s,0': shape '16'; expected "
            "mesh:ROWSxCOLUMNS,BANDWIDTH,LATENCY[,launch=TIME], as in "
            "mesh:4x4,100GB/s,500ns");
  EXPECT_EQ(spec_error("switch:8,0GB/s,350ns"),
            "machine 'switch:8,0GB/s,350ns': bandwidth 0; expected more than 0");
  EXPECT_EQ(spec_error("switch:8,450,350ns"),
            "machine 'switch:8,450,350ns': bandwidth '450': no unit; expected B/s, KB/s, MB/s, GB/s, TB/s or "
            "Gb/s, as "
            "in 23.33GB/s");
  EXPECT_EQ(spec_error("fat-tree:1000x2,9000000000GB/s,0"),
            "machine 'fat-tree:1000x2,9000000000GB/s,0': bandwidth 9000000000GB/s times 1000 is too large; "
            "expected less");
}

}  // namespace
}  // namespace commlab
