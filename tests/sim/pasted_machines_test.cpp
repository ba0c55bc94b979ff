// A pasted text equals the named machine: `nvidia-smi topo -m` and NCCL's topology XML of a shipped machine's
// server give a machine with the same costs, the same routes between GPUs, and the same times. The texts are
// in tests/sim/pasted.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/machine_text/find_machine.h"
#include "core/machine_text/machine_toml_writer.h"
#include "core/routes/disjoint_rings.h"
#include "core/routes/nccl_rings.h"
#include "core/routes/router.h"
#include "tests/shipped_machine.h"
#include "tests/sim/run_on.h"

namespace commlab {
namespace {

const std::filesystem::path pasted_folder = COMMLAB_SOURCE_DIR "/tests/sim/pasted";

constexpr std::string_view without_peers =
    "its GPUs cannot reach one another's memory, which neither text tells: --route staged says it";
constexpr std::string_view no_server = "a drawing with round numbers, not a server";

// Machines without any text, and the reason.
const std::map<std::string, std::string_view> without_any_text = {
    {"hcm8-no-p2p", without_peers}, {"p100-pcie", without_peers},
    {"rtx4090", without_peers},     {"rtx4090x2", without_peers},
    {"rtx5090x2", without_peers},   {"t4", without_peers},
    {"pcie4", no_server},           {"gb200-nvl36", "it is half of gb200-nvl72"},
};
const std::map<std::string, std::string_view> without_matrix = {
    {"gb200-nvl72", "nvidia-smi sees the four GPUs of a tray, not the rack"},
    {"mi300x", "nvidia-smi is NVIDIA's; RCCL writes the XML"},
};
// Machines whose file says something that no text says.
const std::map<std::string, std::string_view> nics_are_not_drawn = {
    {"a100x4", "NICs are only counted"},
    {"dgx2", "NICs are only counted"},
    {"gb200-nvl72", "NICs are only counted"},
    {"gh200x4", "NICs are only counted"},
    {"h100x4", "no NICs"},
    {"hcm8", "no NICs"},
    {"mi300x", "NICs are only counted"},
    {"p100-pcie-x4", "no NICs"},
    {"rtx4090-p2p", "no NICs"},
    {"v100x4", "NICs are only counted"},
};

struct Pasted {
  std::string name;
  Machine named;
  Machine imported;
  bool is_xml;
};

std::string file_of(const std::string& name, bool is_xml) {
  return (pasted_folder / (name + (is_xml ? ".xml" : ".txt"))).string();
}

// A matrix does not say which GPU a server has; an XML file does, by the PCI device id.
MachineHints hints_for(const Machine& named, bool is_xml) {
  return {.nic = {}, .gpu = is_xml ? "" : named.gpu};
}

std::vector<Pasted> all_pasted() {
  std::vector<Pasted> all;
  for (const std::string& name : machine_names(machine_folder))
    for (const bool is_xml : {false, true}) {
      if (!std::filesystem::exists(file_of(name, is_xml))) continue;
      const Machine named = shipped_machine(name);
      Result<Machine> imported =
          find_machine(file_of(name, is_xml), machine_folder, hints_for(named, is_xml));
      EXPECT_TRUE(imported) << imported.error().message;
      if (imported) all.push_back({name, named, *std::move(imported), is_xml});
    }
  return all;
}

// Everything about a machine except its name, wiring, network and sources.
std::string parameters_of(Machine machine) {
  const bool multicast = machine.topology.multicast;
  machine.topology = {.gpus = machine.topology.gpus, .multicast = multicast};
  machine.network = {};
  machine.name = machine.title = "";
  machine.sources = {};
  if (machine.nccl) machine.nccl->fabric = "";
  if (machine.nccl) machine.nccl->many_nodes.clear();
  for (const NcclCost& cost : nccl_costs())
    if (machine.nccl && cost.of == NcclCostOf::fabric) (*machine.nccl).*cost.value = 1;
  return machine_to_toml(machine);
}

std::string route_text(const Topology& topology, Router& router, NodeId from, NodeId to) {
  std::string text;
  const std::vector<LinkId> route = router.route(from, to).value();
  for (const LinkId id : route) {
    const Link& link = topology.links[id];
    text += fmt::format("{} {} B/s {} ps x{}, ", name_of(link.type), link.bandwidth.bytes_per_second,
                        link.latency.ps, link.lanes);
  }
  return text;
}

TEST(Pasted, EveryShippedMachineHasATextOrAReason) {
  std::set<std::string> named;
  for (const std::string& name : machine_names(machine_folder)) {
    named.insert(name);
    const bool has_matrix = std::filesystem::exists(file_of(name, false));
    const bool has_xml = std::filesystem::exists(file_of(name, true));
    EXPECT_NE(has_xml, without_any_text.contains(name)) << name << ": an XML file, or a reason for none";
    EXPECT_NE(has_matrix, without_any_text.contains(name) || without_matrix.contains(name))
        << name << ": a pasted topo -m, or a reason for none";
  }
  for (const auto& entry : std::filesystem::directory_iterator(pasted_folder))
    EXPECT_TRUE(named.contains(entry.path().stem().string())) << entry.path() << " fits no shipped machine";
}

TEST(Pasted, CostsWhatTheNamedMachineCosts) {
  for (const Pasted& p : all_pasted()) {
    EXPECT_EQ(parameters_of(p.imported), parameters_of(p.named)) << file_of(p.name, p.is_xml);
    EXPECT_EQ(p.imported.protocols, p.named.protocols) << file_of(p.name, p.is_xml);
  }
}

TEST(Pasted, JoinsGpusByTheSameLinks) {
  for (const Pasted& p : all_pasted()) {
    const Topology &a = p.imported.topology, &b = p.named.topology;
    ASSERT_EQ(a.gpus, b.gpus) << p.name;
    Router imported(a), named(b);
    for (NodeId from = 0; from < a.gpus; ++from)
      for (NodeId to = 0; to < a.gpus; ++to)
        // A matrix does not name the CPUs: servers with A100 are taken to have AMD's, servers with L40S
        // Intel's.
        ASSERT_EQ(route_text(a, imported, from, to), route_text(b, named, from, to))
            << file_of(p.name, p.is_xml) << ": gpu" << from << " to gpu" << to;
    EXPECT_EQ(nccl_rings(a, a.gpus), nccl_rings(b, b.gpus)) << p.name;
    EXPECT_EQ(disjoint_rings(a, a.gpus), disjoint_rings(b, b.gpus)) << p.name;
  }
}

// A matrix says where NICs are, but not how fast they are. Machines whose file only counts NICs have none in
// their wiring.
TEST(Pasted, HasTheNamedMachinesNetworkWhereTheTextTellsIt) {
  for (const Pasted& p : all_pasted()) {
    const bool is_drawn = std::ranges::any_of(p.named.topology.nodes,
                                              [](const Node& node) { return node.type == NodeType::nic; });
    EXPECT_NE(is_drawn, nics_are_not_drawn.contains(p.name)) << p.name;
    if (!is_drawn) continue;
    EXPECT_EQ(p.imported.network.nic, p.is_xml ? p.named.network.nic : Bandwidth{}) << p.name;

    const std::string nic = to_text(p.named.network.nic);
    const auto named = find_machine("2x " + p.name, machine_folder, {.nic = nic, .gpu = {}});
    const auto imported = find_machine("2x " + file_of(p.name, p.is_xml), machine_folder,
                                       {.nic = nic, .gpu = hints_for(p.named, p.is_xml).gpu});
    ASSERT_TRUE(named) << named.error().message;
    ASSERT_TRUE(imported) << imported.error().message;
    Router of_named(named->topology), of_imported(imported->topology);
    for (NodeId gpu = 0; gpu < p.named.topology.gpus; ++gpu)
      EXPECT_EQ(route_text(imported->topology, of_imported, gpu, 2 * p.named.topology.gpus - 1),
                route_text(named->topology, of_named, gpu, 2 * p.named.topology.gpus - 1))
          << file_of(p.name, p.is_xml) << ": gpu" << gpu;
  }
}

Time time_on(const Machine& machine, const Programs& programs, const std::string& protocol) {
  const Result<Run> run = simulate(programs, machine, {.protocol = protocol});
  EXPECT_TRUE(run) << run.error().message;
  return run ? run->finish : Time{};
}

// For a copy, and for a machine without protocols, the list is one empty name.
std::vector<std::string> protocols_of(const Machine& machine, const Algorithm& algorithm) {
  std::vector<std::string> names;
  if (algorithm.collective != CollectiveKind::p2p)
    for (const Protocol& protocol : machine.protocols) names.push_back(protocol.name);
  if (names.empty()) names.emplace_back();
  return names;
}

void expect_equal_times(const Pasted& p, const Algorithm& algorithm, const std::vector<Bytes>& sizes) {
  for (const std::string& protocol : protocols_of(p.named, algorithm))
    for (const Bytes size : sizes) {
      const auto found = find_protocol(p.named, protocol);
      const Programs programs = programs_on(p.named, algorithm.collective, algorithm.name, size,
                                            {.fused = found && found->streams()});
      EXPECT_EQ(time_on(p.imported, programs, protocol), time_on(p.named, programs, protocol))
          << file_of(p.name, p.is_xml) << ": " << name_of(algorithm.collective) << " " << algorithm.name
          << " " << protocol << " of " << to_text(size);
    }
}

// Every algorithm with every protocol; on a rack, whose simulation takes long, only all_reduce.
TEST(Pasted, TakesTheNamedMachinesTime) {
  const std::vector<Bytes> few = {{1 << 20}}, several = {{1 << 10}, {1 << 20}, {256 << 20}};
  for (const Pasted& p : all_pasted()) {
    const bool is_rack = p.named.topology.gpus > 16;
    const std::vector<const Algorithm*> able = algorithms_on(p.named);
    ASSERT_EQ(algorithms_on(p.imported), able) << p.name;
    for (const Algorithm* algorithm : able)
      if (!is_rack || algorithm->collective == CollectiveKind::all_reduce)
        expect_equal_times(p, *algorithm, is_rack ? few : several);
  }
}

}  // namespace
}  // namespace commlab
