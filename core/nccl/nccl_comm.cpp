#include "core/nccl/nccl_comm.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>
#include <utility>

#include "core/base/index.h"
#include "core/machine/gpus_of_a_node.h"
#include "core/machine/part_of_machine.h"
#include "core/nccl/nccl_tuning.h"

namespace commlab {
namespace {

// GPUs of a node; all of them if no network joins them.
int gpus_per_node(const Topology& topology) {
  if (topology.per_node > 0) return topology.per_node;
  const bool has_network =
      std::ranges::any_of(topology.links, [](const Link& link) { return link.type == LinkType::network; });
  const int found = has_network ? gpus_of_a_node(topology) : 0;
  return found > 0 ? found : topology.gpus;
}

int channels_of(const NcclComm& comm, int most) {
  const int searched =
      comm.tree.channels > 0 ? std::min(comm.ring.channels, comm.tree.channels) : comm.ring.channels;
  int channels = std::min(2 * searched, most);
  constexpr double fast = 45;  // GB/s
  constexpr int enough = 16;
  // NCCL doubles also the 14 channels that a dead NIC leaves; no log shows that they are faster than 16.
  if (comm.node.sm >= 90 && comm.nodes > 1 && comm.ring.intra > fast && channels < enough)
    channels = std::min(2 * channels, comm.heads.empty() ? most : enough);
  constexpr int rccl_channels_of_a_link = 8;  // RCCL 2.21: 56 on seven links of an MI300X
  if (comm.node.rccl) channels = rccl_channels_of_a_link * std::max(1, comm.node.gpus - 1);
  const NcclSettings& asked = comm.settings;
  if (asked.most_channels > 0) channels = std::min(channels, asked.most_channels);
  return std::max(channels, std::min(asked.least_channels, most));
}

void search_graphs(NcclComm& comm) {
  comm.ring = ring_graph(comm.node, comm.settings.version);
  comm.tree = tree_graph(comm.node, comm.ring.channels);
  comm.nvls = nvls_graph(comm.node, comm.settings.version);
}

std::vector<Rank> ranks_of_node(int node, int per_node) {
  std::vector<Rank> ranks(index(per_node));
  std::iota(ranks.begin(), ranks.end(), node * per_node);
  return ranks;
}

// Every node searches on its own, and all use as much as the weakest one found. REQUIRES: the first node's
// graphs, and several nodes.
void add_damaged_nodes(NcclComm& comm, const Machine& machine, const std::vector<int>& damaged) {
  const int per_node = comm.node.gpus;
  const auto is_damaged = [&](int node) { return std::ranges::count(damaged, node) > 0; };
  const auto heads_in = [&](const NcclNode& found, int node) {
    std::vector<Rank> heads;
    for (const NcclHead& head : heads_of(found))
      heads.push_back(node * per_node + found.ranks[index(head.gpu)]);
    return heads;
  };
  std::vector<int> others = damaged;
  if (is_damaged(0))
    for (int node = 0; node < comm.nodes; ++node)
      if (!is_damaged(node)) {
        others.push_back(node);
        break;
      }
  std::map<int, std::vector<Rank>> heads = {{0, heads_in(comm.node, 0)}};
  NcclNode usual = comm.node;
  for (const int node : others) {
    if (node == 0 || node >= comm.nodes || (node + 1) * per_node > machine.topology.gpus) continue;
    NcclComm other = comm;
    other.node =
        nccl_node(part_of(machine, ranks_of_node(node, per_node)), per_node, true, comm.settings.version);
    search_graphs(other);
    heads[node] = heads_in(other.node, node);
    comm.ring = worse_of(comm.ring, other.ring);
    comm.tree = worse_of(comm.tree, other.tree);
    comm.nvls = worse_of(comm.nvls, other.nvls);
    if (!is_damaged(node)) usual = std::move(other.node);
  }
  comm.node = std::move(usual);

  std::size_t fewest = index(per_node);
  for (const auto& [node, of_node] : heads) fewest = std::min(fewest, of_node.size());
  if (fewest == index(per_node) || fewest == 0) return;
  for (int node = 0; node < comm.nodes; ++node) {
    if (!heads.contains(node)) heads[node] = ranks_of_node(node, per_node);
    heads[node].resize(fewest);
    comm.heads.push_back(heads[node]);
  }
}

}  // namespace

const NcclGraph& NcclComm::graph_of(NcclAlgorithm algorithm) const {
  switch (algorithm) {
    case NcclAlgorithm::tree:
    case NcclAlgorithm::collnet_chain:  // searched with the ring's channels, too
    case NcclAlgorithm::pat: return tree;
    case NcclAlgorithm::nvls:
    case NcclAlgorithm::nvls_tree: return nvls;
    case NcclAlgorithm::collnet_direct: return nvls.channels > 0 ? nvls : ring;  // as many heads
    case NcclAlgorithm::ring: break;
  }
  return ring;
}

NcclComm nccl_comm(const Machine& machine, int ranks, const NcclSettings& settings,
                   const std::vector<int>& damaged) {
  assert(1 <= ranks && ranks <= machine.topology.gpus);
  const NcclVersion version = settings.version;
  const auto nodes_of = [&](int per_node) {
    const int nodes = (ranks + per_node - 1) / per_node;
    return NcclComm{.settings = settings,
                    .ranks = ranks,
                    .nodes = nodes,
                    .node = nccl_node(machine, per_node, nodes > 1, version)};
  };
  NcclComm comm = nodes_of(std::min(ranks, gpus_per_node(machine.topology)));
  const bool only_a_network_joins_them = std::ranges::any_of(
      comm.node.between_gpus, [](const NcclPath& path) { return path.type == NcclPathType::dis; });
  if (only_a_network_joins_them) comm = nodes_of(1);
  search_graphs(comm);
  comm.collnet = machine.topology.sharp && comm.nodes > 1;
  if (!damaged.empty() && comm.nodes > 1) add_damaged_nodes(comm, machine, damaged);
  const NcclTuning tuning = nccl_tuning(version, comm.node.sm, CollectiveKind::all_reduce);
  comm.channels = channels_of(comm, tuning.most_channels);
  if (comm.nvls.channels > 0) comm.nvls_channels = comm.node.sm < 100 ? 16 : comm.nodes > 1 ? 32 : 24;
  return comm;
}

}  // namespace commlab
