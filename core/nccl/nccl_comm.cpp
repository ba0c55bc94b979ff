#include "core/nccl/nccl_comm.h"

#include <algorithm>
#include <cassert>

#include "core/machine/gpus_of_a_node.h"
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
  if (comm.node.sm >= 90 && comm.nodes > 1 && comm.ring.intra > fast && channels < 16)
    channels = std::min(2 * channels, most);
  constexpr int rccl_channels_of_a_link = 8;  // RCCL 2.21: 56 on seven links of an MI300X
  if (comm.node.rccl) channels = rccl_channels_of_a_link * std::max(1, comm.node.gpus - 1);
  const NcclSettings& asked = comm.settings;
  if (asked.most_channels > 0) channels = std::min(channels, asked.most_channels);
  return std::max(channels, std::min(asked.least_channels, most));
}

}  // namespace

const NcclGraph& NcclComm::graph_of(NcclAlgorithm algorithm) const {
  switch (algorithm) {
    case NcclAlgorithm::tree:
    case NcclAlgorithm::pat: return tree;
    case NcclAlgorithm::nvls:
    case NcclAlgorithm::nvls_tree: return nvls;
    case NcclAlgorithm::ring:
    case NcclAlgorithm::collnet_direct:
    case NcclAlgorithm::collnet_chain: break;
  }
  return ring;
}

NcclComm nccl_comm(const Machine& machine, int ranks, const NcclSettings& settings) {
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
  comm.ring = ring_graph(comm.node, version);
  comm.tree = tree_graph(comm.node, comm.ring.channels);
  comm.nvls = nvls_graph(comm.node, version);
  const NcclTuning tuning = nccl_tuning(version, comm.node.sm, CollectiveKind::all_reduce);
  comm.channels = channels_of(comm, tuning.most_channels);
  if (comm.nvls.channels > 0) comm.nvls_channels = comm.node.sm < 100 ? 16 : comm.nodes > 1 ? 32 : 24;
  return comm;
}

}  // namespace commlab
