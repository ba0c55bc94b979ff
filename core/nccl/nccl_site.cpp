#include "core/nccl/nccl_site.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace commlab {
namespace {

// Where all GPUs send to the next one at once over PCIe: what the slowest of these messages gets. A link is
// shared by those that cross it.
double ring_rate_over_host(const NcclNode& node) {
  std::map<int, int> crossing;
  for (int gpu = 0; gpu < node.gpus; ++gpu)
    for (const int link : node.path(gpu, (gpu + 1) % node.gpus).links) ++crossing[link];
  double rate = INFINITY;
  for (const auto& [link, messages] : crossing) rate = std::min(rate, node.measured[link] / messages);
  return rate;
}

bool every_pair_is_joined(const NcclNode& node) {
  return std::ranges::all_of(node.between_gpus, [](const NcclPath& path) {
    return path.type == NcclPathType::loc || (path.type == NcclPathType::nvl && path.links.size() == 1);
  });
}

// Links of a GPU at the rates of the newest NCCL, since links do not change with the library. NVLinks of the
// V100 carry 22 GB/s between two GPUs, and 20 to an NVSwitch (NCCL 2.12 and 2.18 count one or the other).
double rate_of_links(const NcclNode& node, NcclVersion version) {
  if (node.rccl) return node.total_bandwidth;
  const double now = node.total_bandwidth * nccl_nvlink_rate(node.sm, newest_known_nccl) /
                     nccl_nvlink_rate(node.sm, version);
  return node.sm == 70 && !node.nvswitch ? 1.1 * now : now;
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
                .channels = comm.channels};
  const bool alone = node.gpus == 1;
  site.over_host = !alone && node.path(0, 1).type >= NcclPathType::pix;
  site.links = site.over_host ? ring_rate_over_host(node) : rate_of_links(node, site.version);
  site.mesh = !alone && !node.nvswitch && !site.over_host && !node.rccl && every_pair_is_joined(node);
  site.one_link = alone || site.over_host ? site.links : node.path(0, 1).bandwidth;
  if (comm.nodes > 1 && node.nics > 0) {
    constexpr double carried = .96;
    const NcclPath& path = node.path_to_nic(0, 0);
    constexpr double usual = 25;  // where a GPU is its own NIC
    site.nic = carried * (path.links.empty() ? usual : node.capacity[path.links.back()]);
  }
  return site;
}

}  // namespace commlab
