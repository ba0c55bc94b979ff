#include "core/nccl/nccl_site.h"

#include <algorithm>

#include "core/nccl/nccl_choice.h"

namespace commlab {
namespace {

bool every_pair_is_joined(const NcclNode& node) {
  return std::ranges::all_of(node.between_gpus, [](const NcclPath& path) {
    return path.type == NcclPathType::loc || (path.type == NcclPathType::nvl && path.links.size() == 1);
  });
}

// NVLinks at the rates of the newest NCCL, in those of this version: links do not change with the library. On
// V100s, rings reach the 22 GB/s that NCCL 2.12 counts, not the 20 of 2.18.
double newest_rates(const NcclNode& node, NcclVersion version) {
  if (node.rccl) return 1;
  const double now = nccl_nvlink_rate(node.sm, newest_known_nccl) / nccl_nvlink_rate(node.sm, version);
  return node.sm == 70 ? 1.1 * now : now;
}

// Copies between two GPUs reach more than NCCL's rate of their NVLinks (an A100: 274 of 300 GB/s, where NCCL
// counts 240); rings do not.
double counted_share(const NcclNode& node, double newest) {
  double share = 1;
  for (std::size_t link = 0; link < node.capacity.size(); ++link)
    if (node.is_nvlink[link] != 0)
      share = std::min(share, node.capacity[link] * newest / node.measured[link]);
  return share;
}

}  // namespace

NcclSite nccl_site(const NcclComm& comm) {
  const NcclNode& node = comm.node;
  NcclSite site{.ranks = comm.ranks,
                .nodes = comm.nodes,
                .version = comm.settings.version,
                .sm = node.sm,
                .rccl = node.rccl,
                .nics = std::min(node.nics, node.gpus),
                .channels = comm.channels,
                .nvls_channels = comm.nvls_channels};
  site.ll128 = why_not_ll128(comm).empty();
  const bool alone = node.gpus == 1;
  site.over_host = !alone && comm.ring.type_intra >= NcclPathType::pix;
  const double newest = newest_rates(node, site.version);
  site.links = node.total_bandwidth * newest;
  site.counted = counted_share(node, newest);
  site.mesh = !alone && !node.nvswitch && !site.over_host && !node.rccl && every_pair_is_joined(node);
  return site;
}

}  // namespace commlab
