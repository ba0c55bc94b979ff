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

}  // namespace

Result<Machine> as_in_table(const Machine& named, const PublishedTable& table) {
  const PublishedRow& largest = largest_row(table);
  const bool is_cluster = named.topology.per_node > 0 && named.topology.per_node < named.topology.gpus;
  if (table.of_pairs || largest.nodes == 1 || is_cluster || named.network.nic == Bandwidth{}) return named;
  return cluster_of_table({}, named, largest.nodes, largest.ranks / largest.nodes, {});
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
  const int nodes = setting.between_nodes ? 2 : table.of_pairs ? 1 : largest.nodes;
  const bool is_whole = node && !setting.between_nodes && node->topology.gpus >= largest.ranks &&
                        setting.network.fabric.empty();
  Result<Machine> machine =
      !node || nodes == 1 || node->topology.per_node > 0 || is_whole
          ? std::move(node)
          : cluster_of_table(setting, *node, nodes, largest.ranks / nodes, machine_folder);
  if (machine && machine->nccl && !setting.gpudirect) machine->nccl->gpudirect = false;
  return machine;
}

}  // namespace commlab
