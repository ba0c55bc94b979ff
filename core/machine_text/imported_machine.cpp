#include "core/machine_text/imported_machine.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/machine/nccl_rates.h"
#include "core/machine/network_classes.h"
#include "core/machine_text/machine_links.h"
#include "core/machine_text/server_parameters.h"

namespace commlab {
namespace {

// The link's rate: `measured` is that of a full slot (16 lanes of the GPU's generation). It is scaled as the
// rates that NCCL counts for this link and for a full slot.
Bandwidth in_proportion(Bandwidth measured, Bandwidth counted, Bandwidth counted_of_full) {
  return {static_cast<std::int64_t>(static_cast<__int128>(measured.bytes_per_second) *
                                    counted.bytes_per_second / counted_of_full.bytes_per_second)};
}

bool is_between_switch_and_socket(const Topology& topology, const Link& link) {
  const NodeType from = topology.nodes[link.from].type, to = topology.nodes[link.to].type;
  return (from == NodeType::cpu && to == NodeType::pcie_switch) ||
         (to == NodeType::cpu && from == NodeType::pcie_switch);
}

Status give_rates(Topology& topology, const LinkKinds& kinds, const GpuModel& gpu) {
  const Bandwidth full_slot = nccl_pcie_rate(16, pcie_speed(gpu.pcie));
  for (Link& link : topology.links) {
    std::string_view name = name_of(link.type);
    if (link.type == LinkType::pcie && is_between_switch_and_socket(topology, link) && kinds.contains("host"))
      name = "host";
    const auto kind = kinds.find(name);
    if (kind == kinds.end()) {
      if (link.type == LinkType::nvlink)
        return fail("the parameters have no [link.nvlink], but the machine has NVLinks; expected one");
      continue;
    }
    const Bandwidth said = kind->second.bandwidth;
    link.latency = kind->second.latency;
    link.bandwidth = link.type == LinkType::nvlink ? Bandwidth{link.lanes * said.bytes_per_second}
                     : link.type == LinkType::pcie ? in_proportion(said, link.bandwidth, full_slot)
                                                   : said;
  }
  return {};
}

// If the parameters have [link.sys], every two GPUs that no link joins get a link of their own. The tree of
// PCIe stays only if there are NICs.
void add_pipes(Topology& topology, const LinkKinds& kinds) {
  const auto pipe = kinds.find("sys");
  if (pipe == kinds.end()) return;
  const bool has_nics =
      std::ranges::any_of(topology.nodes, [](const Node& node) { return node.type == NodeType::nic; });
  if (!has_nics) {
    topology.nodes.resize(topology.gpus);
    std::erase_if(topology.links,
                  [&](const Link& link) { return std::max(link.from, link.to) >= topology.gpus; });
  }
  std::set<std::pair<NodeId, NodeId>> joined;
  for (const Link& link : topology.links) joined.emplace(link.from, link.to);
  for (NodeId a = 0; a < topology.gpus; ++a)
    for (NodeId b = a + 1; b < topology.gpus; ++b)
      if (!joined.contains({a, b}))
        topology.connect(a, b, pipe->second.type, pipe->second.bandwidth, pipe->second.latency);
}

std::string parameters_sentence(const ServerParameters& server, const ImportedWiring& wiring,
                                NvlinkWiring nvlinks) {
  const std::string owner = server.machine.empty() ? "" : fmt::format(" of {}", server.machine);
  return fmt::format("Parameters{}, for {} {}: sim/machines/parameters/{}.toml.", owner, wiring.gpu.name,
                     phrase_for(nvlinks), server.name);
}

}  // namespace

std::string network_of_nic(std::string_view name) {
  struct Driver {
    std::string_view begins;
    std::string_view network;
  };
  constexpr std::array drivers = {
      Driver{"rdmap", "efa"},     Driver{"efa", "efa"},    Driver{"cxi", "slingshot"},
      Driver{"hsn", "slingshot"}, Driver{"roce", "roce"},  Driver{"bnxt", "roce"},
      Driver{"irdma", "roce"},    Driver{"ionic", "roce"}, Driver{"erdma", "roce"},
      Driver{"eth", "tcp"},       Driver{"en", "tcp"},     Driver{"bond", "tcp"},
      Driver{"mlx", infiniband},  Driver{"ib", infiniband}};
  const bool says_nothing = name.empty() || name.starts_with("NIC");  // a column of a table without a legend
  if (says_nothing) return std::string(infiniband);
  for (const auto& [begins, network] : drivers)
    if (name.starts_with(begins)) return std::string(network);
  return std::string(unknown_network);
}

Result<Machine> with_parameters(const ImportedWiring& wiring, const std::filesystem::path& parameter_folder) {
  const NvlinkWiring nvlinks = nvlink_wiring_of(wiring.topology);
  const Result<ServerParameters> server = find_server_parameters(wiring.gpu.name, nvlinks, parameter_folder);
  if (!server) return tl::unexpected(server.error());

  Machine machine;
  LinkKinds kinds;
  machine.sources = wiring.sources;
  machine.sources.push_back(parameters_sentence(*server, wiring, nvlinks));
  machine.sources.insert(machine.sources.end(), wiring.assumed.begin(), wiring.assumed.end());
  ParameterFiles files(machine, kinds, parameter_folder);
  if (const Status added = files.add(server->name); !added) return tl::unexpected(added.error());
  if (machine.nccl || !machine.protocols.empty())
    if (const Status added = files.add(wiring.network); !added) return tl::unexpected(added.error());
  forget_incomplete_costs(machine);

  const bool multicast = machine.topology.multicast && nvlinks == NvlinkWiring::nvswitch;
  if (!multicast) machine.multicast = {};
  machine.name = wiring.name;
  machine.title = wiring.title;
  machine.gpu = wiring.gpu.name;
  machine.network.nic = wiring.nic;
  machine.topology = wiring.topology;
  machine.topology.multicast = multicast;
  if (const Status rated = give_rates(machine.topology, kinds, wiring.gpu); !rated)
    return tl::unexpected(rated.error());
  add_pipes(machine.topology, kinds);
  return machine;
}

}  // namespace commlab
