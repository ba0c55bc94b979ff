// Truths about all shipped machine files, and about hcm8, on which other tests depend.
#include "core/machine/machine.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/bounds/bounds.h"
#include "core/machine_text/find_machine.h"
#include "core/machine_text/machine_toml.h"
#include "core/machine_text/machine_toml_writer.h"
#include "core/routes/router.h"
#include "tests/core/machine_text/machine_text.h"
#include "tests/shipped_machine.h"

namespace commlab {
namespace {

TEST(Hcm8, HasTwelveNvlinksPerGpuAndAPipeToEveryOther) {
  const Topology t = shipped_machine("hcm8").topology;

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
  const Machine m = shipped_machine("hcm8");

  EXPECT_EQ(m.name, "hcm8");
  EXPECT_EQ(link_between(m.topology, 0, 1).bandwidth, (Bandwidth{93'320'000'000}));
  EXPECT_EQ(link_between(m.topology, 0, 1).lanes, 4);
  EXPECT_EQ(link_between(m.topology, 4, 0).bandwidth, (Bandwidth{46'660'000'000}));
  EXPECT_EQ(link_between(m.topology, 0, 2).bandwidth, (Bandwidth{7'500'000'000}));
  EXPECT_EQ(link_between(m.topology, 0, 2).type, LinkType::socket);
  EXPECT_EQ(link_between(m.topology, 0, 2).latency, Time{});
  EXPECT_EQ(m.collective.launch, nanoseconds(8400));
  EXPECT_EQ(m.collective.latency, nanoseconds(3400));
  EXPECT_EQ(m.copy.overhead, nanoseconds(2700));
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

Bandwidth narrowest_between(const Topology& topology, Router& router, NodeId from, NodeId to) {
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
    // What collectives cost is known from NCCL's calls, or of messages and protocols; it is said once.
    EXPECT_NE(machine.nccl.has_value(), machine.collective.launch > Time{}) << machine.name;
    EXPECT_NE(machine.nccl.has_value(), machine.collective.latency > Time{} || !machine.protocols.empty())
        << machine.name;
    EXPECT_GT(machine.copy.overhead + machine.copy.latency, Time{}) << machine.name;
  }
}

// For each kind of number in the file, a sentence names it and says where the number comes from.
TEST(Machines, StateASourceForEachKindOfNumber) {
  for (const Machine& machine : all_machines()) {
    const auto stated = [&](std::string_view word) {
      return std::ranges::any_of(machine.sources,
                                 [&](const std::string& source) { return source.find(word) != source.npos; });
    };
    for (const Link& link : machine.topology.links)
      EXPECT_TRUE(stated(name_of(link.type)) || (link.type == LinkType::socket && stated("sys")))
          << machine.name << ": " << name_of(link.type);
    EXPECT_TRUE(machine.nccl || stated("launch")) << machine.name;
    EXPECT_TRUE(stated("copy")) << machine.name;
    EXPECT_TRUE(machine.network.nic == Bandwidth{} || stated("nic")) << machine.name;
  }
}

TEST(Machines, HaveParametersThatAreReadableAndNameTheirSources) {
  const std::vector<std::string> names = machine_names(std::filesystem::path(machine_folder) / "parameters");
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names) {
    const auto machine = machine_from_toml(fmt::format("gpus = 1\nparameters = [\"{}\"]", name), "lab.toml",
                                           std::filesystem::path(machine_folder) / "parameters");
    ASSERT_TRUE(machine) << machine.error().message;
    EXPECT_FALSE(machine->sources.empty()) << name;
  }
}

TEST(Machines, JoinEveryTwoGpusAsFastThereAsBack) {
  for (const Machine& machine : all_machines()) {
    Router router(machine.topology);
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

// Clusters of two of each machine: every GPU reaches those of the other node over NICs, and those of its own
// node as before.
TEST(Machines, MakeClusters) {
  for (const Machine& machine : all_machines()) {
    const int gpus = machine.topology.gpus;
    const Result<Machine> cluster =
        find_machine("2x " + machine.name, machine_folder, {.nic = "400G", .gpu = {}});
    ASSERT_TRUE(cluster) << cluster.error().message;
    const Topology& topology = cluster->topology;
    EXPECT_EQ(topology.gpus, 2 * gpus);
    EXPECT_EQ(topology.per_node, gpus);
    Router router(topology), inner(machine.topology);
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

// The routes of the files have the rates that published copies between two GPUs reached, within 2 %.
TEST(Machines, CopyAsFastAsWasPublished) {
  struct Row {
    std::string_view machine;
    NodeId from, to;
    double GBps;
    std::string_view source;
  };
  constexpr Row rows[] = {
      {"hcm8", 0, 1, 93.4, "unidirectional_bandwidth.png"},
      {"hcm8", 0, 4, 46.9, "unidirectional_bandwidth.png"},
      {"dgx1-p100", 0, 1, 18.41, "p2pmat_dgx1_p100x8_uni_p2pon"},
      {"dgx1-p100", 3, 7, 18.39, "p2pmat_dgx1_p100x8_uni_p2pon"},
      {"dgx1-p100", 0, 5, 9.19, "p2pmat_dgx1_p100x8_uni_p2pon"},
      {"dgx1-p100", 2, 7, 9.18, "p2pmat_dgx1_p100x8_uni_p2pon"},
      {"v100x4", 0, 3, 48.48, "p2pmat_abci_v100_x4_uni_p2pon_write"},
      {"a100x4", 2, 3, 93.13, "p2pmat_a100sxm_x4_uni_p2pon_read"},
      {"a100x4", 0, 2, 92.71, "p2pmat_a100sxm_x4_uni_p2pon_read"},
      {"dgx-a100", 4, 7, 275.0, "p2pmat_abci_a100_x8_uni_p2pon_write"},
      {"dgx-h100", 0, 1, 367.25, "h100c01_x8_1n_sendrecv"},
      {"gh200x4", 1, 2, 133.26, "p2pmat_simllm_gh200_1n_uni"},
      {"p100-pcie-x4", 0, 3, 13.17, "p2pmat_p100_x4_uni_p2pon_read"},
      {"p100-pcie", 0, 1, 10.2, "p2pmat_p100_x4_uni_p2poff"},
      {"rtx4090", 0, 7, 19.3, "p2pmat_rtx4090_x8_stockdriver_uni_p2poff, median"},
      {"rtx4090x2", 0, 1, 22.02, "p2pmat_rtx4090_x2_stock_uni_p2poff"},
      {"rtx4090-p2p", 0, 5, 51.22 / 2, "p2pmat_rtx4090_x6_tinybox_bi_p2pon"},
      {"rtx5090x2", 1, 0, 38.92, "p2pmat_rtx5090_x2_stock_uni_p2poff"},
  };
  for (const Row& row : rows) {
    const Machine machine = *find_machine(row.machine, machine_folder);
    Router router(machine.topology);
    const Bandwidth rate = narrowest_between(machine.topology, router, row.from, row.to);
    EXPECT_NEAR(static_cast<double>(rate.bytes_per_second) / 1e9, row.GBps, 0.02 * row.GBps)
        << row.machine << ", " << row.source;
  }
}

// The worst cut of a DGX-1 is around a single GPU: 7/8 of S over its six NVLinks, or four with P100.
TEST(Machines, Dgx1sBoundsAreThoseOfTheirNvlinks) {
  const auto bound_of = [](std::string_view name, CollectiveKind kind, std::int64_t bytes) {
    const Machine machine = *find_machine(name, machine_folder);
    const Collective c{.kind = kind,
                       .ranks = 8,
                       .count = kind == CollectiveKind::all_gather ? bytes / 8 : bytes,
                       .dtype = DataType::uint8};
    return bound(c, machine.topology, LinkChoice::nvlink)->bandwidth;
  };
  const auto of_link = [](std::int64_t bytes, std::int64_t units, std::int64_t parts, std::int64_t bps) {
    const auto ps =
        static_cast<__int128>(bytes) * units * 1'000'000'000'000 / (static_cast<__int128>(parts) * bps);
    return Time{static_cast<std::int64_t>(ps)};
  };
  constexpr std::int64_t S = 480'000'000;
  EXPECT_EQ(bound_of("dgx1-v100", CollectiveKind::all_gather, S), of_link(S, 7, 48, 24'240'000'000));
  EXPECT_EQ(bound_of("dgx1-v100", CollectiveKind::all_reduce, S), of_link(S, 7, 24, 24'240'000'000));
  EXPECT_EQ(bound_of("dgx1-v100", CollectiveKind::broadcast, S), of_link(S, 1, 6, 24'240'000'000));
  EXPECT_EQ(bound_of("dgx1-p100", CollectiveKind::all_gather, S), of_link(S, 7, 32, 18'410'000'000));
}

}  // namespace
}  // namespace commlab
