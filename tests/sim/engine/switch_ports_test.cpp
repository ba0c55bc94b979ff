// Where a machine has the ports of one switch, its messages take them: that is what the router finds.

#include "sim/engine/switch_ports.h"

#include "core/routes/router.h"
#include "tests/shipped_machine.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

using Links = std::vector<LinkId>;

void expect_routes_by_ports(const Topology& t, const SwitchPorts& ports) {
  Router router(t);
  for (Rank from = 0; from < t.gpus; ++from)
    for (Rank to = 0; to < t.gpus; ++to) {
      if (from == to) continue;
      EXPECT_EQ(*router.route(from, to), (Links{ports.up[from], ports.down[to]})) << from << " to " << to;
    }
}

TEST(SwitchPorts, AreTheRoutesOfTheRouterWhereverThereAreSome) {
  int with_ports = 0;
  std::vector<Topology> topologies;
  for (const char* spec : {"switch:2,25GB/s,1us", "switch:9,450GB/s,350ns,multicast", "ring:5,25GB/s,1us",
                           "mesh:2x3,25GB/s,1us"})
    topologies.push_back(machine(spec).topology);
  for (const char* name : {"hcm8", "dgx-h100", "dgx1-v100", "gb200-nvl72", "rtx4090"})
    topologies.push_back(shipped_machine(name).topology);
  for (const Topology& t : topologies) {
    const std::optional<SwitchPorts> ports = ports_of_one_switch(t);
    if (!ports) continue;
    ++with_ports;
    expect_routes_by_ports(t, *ports);
  }
  EXPECT_GE(with_ports, 2);
}

TEST(SwitchPorts, AreNoneWhereAPortIsCutOrMessagesAreStaged) {
  const Topology sound = machine("switch:4,25GB/s,1us").topology;
  ASSERT_TRUE(ports_of_one_switch(sound));
  for (std::size_t cut = 0; cut < sound.links.size(); ++cut) {
    Topology t = sound;
    t.links.erase(t.links.begin() + static_cast<std::ptrdiff_t>(cut));
    EXPECT_FALSE(ports_of_one_switch(t)) << cut;
  }
  Topology staged = sound;
  staged.staged = true;
  EXPECT_FALSE(ports_of_one_switch(staged));
}

TEST(SwitchPorts, AreNoneWhereAGpuHasASecondLinkOfItsOwn) {
  Topology t = machine("switch:4,25GB/s,1us").topology;
  t.connect(0, 1, LinkType::nvlink, {25'000'000'000}, {1'000'000});
  EXPECT_FALSE(ports_of_one_switch(t));
}

}  // namespace
}  // namespace commlab
