#include "core/published/published_machine.h"

#include <algorithm>
#include <vector>

#include "core/machine/cluster.h"
#include "core/machine/part_of_machine.h"
#include "core/machine/wider_node.h"
#include "core/machine_text/find_machine.h"
#include "core/machine_text/machine_toml.h"

namespace commlab {
namespace {

Result<Machine> cluster_of_table(const PublishedSetting& setting, const Machine& node, int nodes,
                                 int per_node, const std::filesystem::path& machine_folder) {
  std::vector<NodeId> gpus;
  for (int gpu = 0; gpu < std::min(node.topology.gpus, std::max(1, per_node)); ++gpu) gpus.push_back(gpu);
  Machine part = part_of(node, gpus);
  Interconnect network = setting.network.network;
  if (const std::string& fabric = setting.network.fabric; !fabric.empty())
    if (const Status added = add_parameters(part, fabric, machine_folder / "parameters"); !added)
      return tl::unexpected(added.error());
  for (int* const nics : {&part.network.nics_per_node, &network.nics_per_node})
    *nics = std::min(*nics, part.topology.gpus);
  return cluster_of(part, nodes, network);
}

constexpr int most_gpus_of_a_host = 16;

// NVSwitches that join the GPUs of several hosts, as those of the trays of a GB200 NVL72: NCCL takes all of
// them for one node.
bool is_rack(const Machine& machine) {
  const Topology& topology = machine.topology;
  return topology.per_node == 0 && topology.gpus > most_gpus_of_a_host &&
         std::ranges::any_of(topology.nodes,
                             [](const Node& node) { return node.type == NodeType::nvswitch; });
}

// How the ranks of a row are spread over such nodes. Trays fill one rack after the other, as evenly as can
// be.
struct Spread {
  int nodes = 1;
  int per_node = 1;
};
Spread spread_over(const Machine& node, const PublishedRow& row) {
  if (!is_rack(node)) return {row.nodes, row.ranks / row.nodes};
  const int racks = (row.ranks + node.topology.gpus - 1) / node.topology.gpus;
  return {racks, (row.ranks + racks - 1) / racks};
}

int most_gpus_of_a_node(const PublishedTable& table) {
  int most = 0;
  for (const PublishedRow& row : table.rows)
    most = std::max(most, (row.ranks + row.nodes - 1) / std::max(1, row.nodes));
  return most;
}

void widen(Machine& node, PublishedSetting& setting, const PublishedTable& table) {
  const int gpus = most_gpus_of_a_node(table);
  constexpr int widest = 1024;
  if (table.of_pairs || gpus <= node.topology.gpus || gpus > widest || node.topology.per_node > 0) return;
  setting.assumed.push_back(
      fmt::format("{} has {} GPUs, and the table {} on a node: joined like those of {}.", node.name,
                  node.topology.gpus, gpus, node.name));
  node = wider_node(node, gpus);
}

// The cluster with as many GPUs of each node as the row has ranks there, so that ranks are on the nodes where
// they were. As it is, if its nodes have no more, are too few, or are racks.
Machine with_ranks_as_in(const PublishedRow& row, const Machine& cluster) {
  const int in_each = cluster.topology.per_node, nodes = cluster.topology.gpus / in_each;
  const int wanted = (row.ranks + row.nodes - 1) / std::max(1, row.nodes);
  if (row.nodes < 2 || row.nodes > nodes || wanted >= in_each || in_each > most_gpus_of_a_host)
    return cluster;
  std::vector<NodeId> gpus;
  for (int node = 0; node < nodes; ++node)
    for (int gpu = 0; gpu < wanted; ++gpu) gpus.push_back(node * in_each + gpu);
  return part_of(cluster, gpus);
}

}  // namespace

Result<Machine> as_in_table(const Machine& named, const PublishedTable& table) {
  const PublishedRow& largest = largest_row(table);
  const bool is_cluster = named.topology.per_node > 0 && named.topology.per_node < named.topology.gpus;
  if (is_cluster && !table.of_pairs) return with_ranks_as_in(largest, named);
  const Spread spread = spread_over(named, largest);
  if (table.of_pairs || spread.nodes == 1 || named.network.nic == Bandwidth{}) return named;
  return cluster_of_table({}, named, spread.nodes, spread.per_node, {});
}

Result<Machine> machine_of(PublishedSetting& setting, const PublishedTable& table,
                           const std::filesystem::path& machine_folder) {
  setting.assumed.insert(setting.assumed.begin(), setting.assumed_of_machine.begin(),
                         setting.assumed_of_machine.end());
  setting.assumed_of_machine.clear();
  Result<Machine> node = find_machine(setting.node, machine_folder);
  if (setting.experiment) return node;
  if (node && table.fact("machine_spec").empty()) widen(*node, setting, table);
  const PublishedRow& largest = largest_row(table);
  const Spread spread = node ? spread_over(*node, largest) : Spread{};
  const int nodes = setting.between_nodes ? 2 : table.of_pairs ? 1 : spread.nodes;
  const int per_node = setting.between_nodes ? largest.ranks / nodes : spread.per_node;
  PublishedSetting of_nodes = setting;
  if (node && is_rack(*node))  // the NICs of all its trays
    of_nodes.network.network.nics_per_node *= std::max(1, largest.nodes / nodes);
  const bool is_whole = node && !setting.between_nodes && node->topology.gpus >= largest.ranks &&
                        setting.network.fabric.empty();
  Result<Machine> machine = !node || nodes == 1 || node->topology.per_node > 0 || is_whole
                                ? std::move(node)
                                : cluster_of_table(of_nodes, *node, nodes, per_node, machine_folder);
  if (machine && machine->nccl && !setting.gpudirect) machine->nccl->gpudirect = false;
  return machine;
}

}  // namespace commlab
