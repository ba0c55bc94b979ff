// Truths about all machine files of the folder, and about one of them that others lean on.
#include "core/machine.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/core/machine_text.h"

namespace commlab {
namespace {

const std::filesystem::path machine_folder = std::filesystem::path(COMMLAB_SOURCE_DIR) / "sim" / "machines";

Machine hcm8() { return *find_machine("hcm8", machine_folder); }

TEST(Hcm8, HasTwelveNvlinksPerGpuAndAPipeToEveryOther) {
  const Topology t = hcm8().topology;

  ASSERT_EQ(t.gpus, 8);
  EXPECT_EQ(t.links.size(), 8u * 7);
  for (NodeId gpu = 0; gpu < 8; ++gpu) {
    int nvlinks = 0;
    for (const Link& link : t.links)
      if (link.from == gpu && link.type == LinkType::nvlink) nvlinks += link.lanes;
    EXPECT_EQ(nvlinks, 12) << "gpu" << gpu;
  }
}

TEST(Hcm8, HasTheMeasuredNumbers) {
  const Machine m = hcm8();

  EXPECT_EQ(m.name, "hcm8");
  EXPECT_EQ(link_between(m.topology, 0, 1).bandwidth, (Bandwidth{93'320'000'000}));
  EXPECT_EQ(link_between(m.topology, 0, 1).lanes, 4);
  EXPECT_EQ(link_between(m.topology, 4, 0).bandwidth, (Bandwidth{46'660'000'000}));
  EXPECT_EQ(link_between(m.topology, 0, 2).bandwidth, (Bandwidth{7'500'000'000}));
  EXPECT_EQ(link_between(m.topology, 0, 2).type, LinkType::socket);
  EXPECT_EQ(link_between(m.topology, 0, 2).latency, Time{});
  EXPECT_EQ(m.collective.launch, nanoseconds(8400));
  EXPECT_EQ(m.collective.latency, nanoseconds(3400));
  EXPECT_EQ(m.copy.latency, nanoseconds(2700));
  EXPECT_EQ(m.copy.launch, Time{});
}

std::vector<Machine> all_machines() {
  std::vector<Machine> machines;
  for (const std::string& name : machine_names(machine_folder)) {
    Result<Machine> machine = find_machine(name, machine_folder);
    EXPECT_TRUE(machine) << machine.error().message;
    if (!machine) continue;
    EXPECT_EQ(machine->name, name);
    machines.push_back(*std::move(machine));
  }
  EXPECT_FALSE(machines.empty());
  return machines;
}

Bandwidth narrowest_between(const Topology& topology, const Router& router, NodeId from, NodeId to) {
  Bandwidth narrowest = {INT64_MAX};
  const Result<std::vector<LinkId>> route = router.route(from, to);
  for (const LinkId id : *route) narrowest = std::min(narrowest, topology.links[id].bandwidth);
  return narrowest;
}

TEST(Machines, SayWhatTheyAreAndNameTheirSources) {
  for (const Machine& machine : all_machines()) {
    EXPECT_FALSE(machine.title.empty()) << machine.name;
    EXPECT_FALSE(machine.gpu.empty()) << machine.name;
    EXPECT_FALSE(machine.sources.empty()) << machine.name;
    EXPECT_GT(machine.collective.launch, Time{}) << machine.name;
    EXPECT_GT(machine.collective.latency, Time{}) << machine.name;
    EXPECT_GT(machine.copy.latency, Time{}) << machine.name;
  }
}

// Each kind of number in the file has a sentence that begins with its name and says the number's source.
TEST(Machines, StateASourceForEachKindOfNumber) {
  for (const Machine& machine : all_machines()) {
    const auto stated = [&](std::string_view word) {
      return std::ranges::any_of(machine.sources,
                                 [&](const std::string& source) { return source.find(word) != source.npos; });
    };
    for (const Link& link : machine.topology.links)
      EXPECT_TRUE(stated(name_of(link.type)) || (link.type == LinkType::socket && stated("sys")))
          << machine.name << ": " << name_of(link.type);
    EXPECT_TRUE(stated("launch")) << machine.name;
    EXPECT_TRUE(stated("copy")) << machine.name;
    EXPECT_TRUE(machine.network.nic == Bandwidth{} || stated("nic")) << machine.name;
  }
}

TEST(Machines, HaveParametersThatAreReadableAndNameTheirSources) {
  const std::vector<std::string> names = machine_names(machine_folder / "parameters");
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names) {
    const auto machine = machine_from_toml(fmt::format("gpus = 1\nparameters = [\"{}\"]", name), "lab.toml",
                                           machine_folder / "parameters");
    ASSERT_TRUE(machine) << machine.error().message;
    EXPECT_FALSE(machine->sources.empty()) << name;
  }
}

TEST(Machines, JoinEveryTwoGpusAsFastThereAsBack) {
  for (const Machine& machine : all_machines()) {
    const Router router(machine.topology);
    for (NodeId a = 0; a < machine.topology.gpus; ++a)
      for (NodeId b = 0; b < a; ++b) {
        ASSERT_TRUE(router.route(a, b)) << machine.name << ": " << router.route(a, b).error().message;
        ASSERT_TRUE(router.route(b, a)) << machine.name << ": " << router.route(b, a).error().message;
        EXPECT_EQ(narrowest_between(machine.topology, router, a, b),
                  narrowest_between(machine.topology, router, b, a))
            << machine.name << ": gpu" << a << " and gpu" << b;
      }
  }
}

TEST(Machines, ReadBackAsTheSameMachineOnceWritten) {
  for (const Machine& machine : all_machines()) {
    const Result<Machine> again = machine_from_toml(machine_to_toml(machine), "again.toml");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(describe(*again), describe(machine)) << machine.name;
  }
}

// Two of each machine, too: across nodes every GPU reaches every other over NICs, inside a node none does.
TEST(Machines, MakeClusters) {
  for (const Machine& machine : all_machines()) {
    const int gpus = machine.topology.gpus;
    const Result<Machine> cluster =
        find_machine("2x " + machine.name, machine_folder, {.nic = "400G", .gpu = {}});
    ASSERT_TRUE(cluster) << cluster.error().message;
    const Topology& topology = cluster->topology;
    EXPECT_EQ(topology.gpus, 2 * gpus);
    EXPECT_EQ(topology.per_node, gpus);
    const Router router(topology), inner(machine.topology);
    for (NodeId a = 0; a < gpus; ++a)
      for (NodeId b = 0; b < gpus; ++b) {
        const auto inside = router.route(gpus + a, gpus + b);
        ASSERT_TRUE(inside) << machine.name;
        EXPECT_EQ(inside->size(), inner.route(a, b)->size()) << machine.name;
        const auto across = router.route(a, gpus + b);
        ASSERT_TRUE(across) << machine.name << ": " << across.error().message;
        EXPECT_LE(narrowest_between(topology, router, a, gpus + b), GBps(48)) << machine.name;
      }
  }
}

}  // namespace
}  // namespace commlab
