#include "core/nccl/nccl_site.h"

#include <algorithm>
#include <vector>

#include "core/base/index.h"

namespace commlab {
namespace {

// How many messages cross each link, where these GPUs send to one another.
class Crossings {
 public:
  explicit Crossings(const NcclNode& node) : node_(node), messages_(node.capacity.size()) {}

  void add(int from, int to) {
    for (const int link : node_.path(from, to).links) ++messages_[index(link)];
  }
  // What the slowest message gets.
  double least_rate(const std::vector<double>& rates) const {
    double least = no_limit;
    for (std::size_t link = 0; link < rates.size(); ++link)
      if (messages_[link] > 0) least = std::min(least, rates[link] / messages_[link]);
    return least;
  }

 private:
  static constexpr double no_limit = 1e6;  // GB/s
  const NcclNode& node_;
  std::vector<int> messages_;
};

double rate_to_the_next(const NcclNode& node, const std::vector<double>& rates) {
  Crossings crossings(node);
  for (int gpu = 0; gpu < node.gpus; ++gpu) crossings.add(gpu, (gpu + 1) % node.gpus);
  return crossings.least_rate(rates);
}

double rate_to_all(const NcclNode& node, const std::vector<double>& rates) {
  Crossings crossings(node);
  for (int from = 0; from < node.gpus; ++from)
    for (int to = 0; to < node.gpus; ++to)
      if (from != to) crossings.add(from, to);
  return (node.gpus - 1) * crossings.least_rate(rates);
}

double rate_from_one(const NcclNode& node, const std::vector<double>& rates) {
  Crossings crossings(node);
  for (int to = 1; to < node.gpus; ++to) crossings.add(0, to);
  return (node.gpus - 1) * crossings.least_rate(rates);
}

bool every_pair_is_joined(const NcclNode& node) {
  return std::ranges::all_of(node.between_gpus, [](const NcclPath& path) {
    return path.type == NcclPathType::loc || (path.type == NcclPathType::nvl && path.links.size() == 1);
  });
}

// NVLinks at the rates of the newest NCCL, in those of this version: links do not change with the library.
// NVLinks of the V100 carry 22 GB/s between two GPUs, and 20 to an NVSwitch (NCCL 2.12 and 2.18 count one or
// the other).
double newest_rates(const NcclNode& node, NcclVersion version) {
  if (node.rccl) return 1;
  const double now = nccl_nvlink_rate(node.sm, newest_known_nccl) / nccl_nvlink_rate(node.sm, version);
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
                .channels = comm.channels,
                .nvls_channels = comm.nvls_channels};
  const bool alone = node.gpus == 1;
  site.over_host = !alone && node.path(0, 1).type >= NcclPathType::pix;
  const double newest = newest_rates(node, site.version);
  std::vector<double> rates = site.over_host ? node.measured : node.capacity;
  if (!site.over_host)
    for (double& rate : rates) rate *= newest;
  site.to_the_next = alone ? node.total_bandwidth * newest : rate_to_the_next(node, rates);
  site.to_all = alone ? site.to_the_next : rate_to_all(node, rates);
  site.from_one = alone ? site.to_the_next : rate_from_one(node, rates);
  site.links = site.over_host ? site.to_the_next : node.total_bandwidth * newest;
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
