#include "core/nccl/channel_search.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "core/base/index.h"

namespace commlab {
namespace {

using Type = NcclPathType;

constexpr int most_steps = 1 << 13;  // then the search gives up, as NCCL's does after a time
constexpr double rounding = 1e-3;    // GB/s

// The GPU that sends over a NIC: of a ring the last one; of a tree the first, or the second of a balanced
// tree.
int leaves_at(NcclPattern pattern, const std::vector<int>& gpus) {
  if (pattern == NcclPattern::ring) return gpus.back();
  return gpus.size() > 1 && pattern == NcclPattern::balanced_tree ? gpus[1] : gpus.front();
}

// Lays one channel after the other, GPU by GPU, and takes back what leads nowhere.
class ChannelSearch {
 public:
  ChannelSearch(const NcclNode& node, const ChannelDemand& demand)
      : node_(node), demand_(demand), left_(node.capacity) {}

  std::vector<NcclChannel> run() {
    next_channel();
    return best_;
  }

 private:
  bool is_ring() const { return demand_.pattern == NcclPattern::ring; }

  // All these return whether the search is over. What they took, they have given back if it is not.
  bool next_channel() {
    if (laid_.size() > best_.size()) best_ = laid_;
    if (std::ssize(best_) == demand_.most) return true;
    if (!laid_.empty()) {
      NcclChannel again = laid_.back();
      if (demand_.same_channels) return lay_on_any_nic(again.gpus);
      std::ranges::reverse(again.gpus);
      if (node_.nics == 0 && laid_.size() % 2 == 1 && lay(again, 1)) return true;
    }
    if (node_.nics == 0) return extend({.gpus = {0}});
    for (int i = 0; i < node_.nics; ++i)
      if (enter((static_cast<int>(laid_.size()) + i) % node_.nics)) return true;
    return false;
  }

  // Comes in over a NIC, to one of the GPUs that are nearest to it.
  bool enter(int nic) {
    Type nearest = Type::dis;
    for (int gpu = 0; gpu < node_.gpus; ++gpu)
      nearest = std::min(nearest, node_.path_from_nic(nic, gpu).type);
    for (int gpu = 0; gpu < node_.gpus; ++gpu) {
      if (node_.path_from_nic(nic, gpu).type != nearest) continue;
      if (enter(nic, gpu, [&] { return extend({.gpus = {gpu}, .nic_in = nic}); })) return true;
    }
    return false;
  }
  template <class GoOn>
  bool enter(int nic, int gpu, GoOn go_on) {
    return along(node_.path_from_nic(nic, gpu), demand_.inter, demand_.worst_inter, go_on);
  }

  bool extend(NcclChannel channel) {
    if (++steps_ > most_steps) return true;
    if (std::ssize(channel.gpus) == node_.gpus) return close(channel);
    const int last = channel.gpus.back();
    for (const int next : after(channel)) {
      NcclChannel longer = channel;
      longer.gpus.push_back(next);
      if (along(node_.path(last, next), demand_.intra, demand_.worst_intra,
                [&] { return extend(std::move(longer)); }))
        return true;
    }
    return false;
  }

  // The GPUs that may follow: beside NVSwitches, which make all GPUs equal, only the neighbours by number;
  // else the GPU with the widest path first.
  std::vector<int> after(const NcclChannel& channel) const {
    const int last = channel.gpus.back();
    std::vector<char> visited(index(node_.gpus));
    for (const int gpu : channel.gpus) visited[index(gpu)] = 1;
    std::vector<int> gpus;
    if (node_.nvswitch) {
      gpus = {(last + 1) % node_.gpus, (last + node_.gpus - 1) % node_.gpus};
      if (gpus[0] == gpus[1]) gpus.pop_back();
      std::erase_if(gpus, [&](int gpu) { return visited[index(gpu)] != 0; });
      return gpus;
    }
    for (int gpu = 0; gpu < node_.gpus; ++gpu)
      if (visited[index(gpu)] == 0 && node_.path(last, gpu).type <= demand_.worst_intra) gpus.push_back(gpu);
    std::ranges::sort(gpus, {}, [&](int gpu) {
      const NcclPath& path = node_.path(last, gpu);
      return std::tuple(-path.bandwidth, path.type, (gpu - last + node_.gpus) % node_.gpus);
    });
    return gpus;
  }

  // All GPUs are in it: a ring goes back to the first GPU, or leaves over a NIC.
  bool close(const NcclChannel& channel) {
    if (node_.nics == 0) {
      if (!is_ring() || node_.gpus == 1) return finish(channel);
      return along(node_.path(channel.gpus.back(), channel.gpus.front()), demand_.intra, demand_.worst_intra,
                   [&] { return finish(channel); });
    }
    const int leaves = leaves_at(demand_.pattern, channel.gpus);
    for (const int nic : ways_out(channel.nic_in, leaves)) {
      NcclChannel closed = channel;
      closed.nic_out = nic;
      if (along(node_.path_to_nic(leaves, nic), demand_.inter, demand_.worst_inter,
                [&] { return finish(closed); }))
        return true;
    }
    return false;
  }

  std::vector<int> ways_out(int nic_in, int gpu) const {
    if (!demand_.crosses_rails || !is_ring()) return {nic_in};
    std::vector<int> nics(index(node_.nics));
    std::iota(nics.begin(), nics.end(), 0);
    std::ranges::stable_sort(nics, {}, [&](int nic) { return node_.path_to_nic(gpu, nic).type; });
    return nics;
  }

  bool finish(const NcclChannel& channel) {
    laid_.push_back(channel);
    if (next_channel()) return true;
    laid_.pop_back();
    return false;
  }

  // Lays a channel in a known order of GPUs.
  bool lay_on_any_nic(const std::vector<int>& gpus) {
    if (node_.nics == 0) return lay({.gpus = gpus}, 1);
    for (int i = 0; i < node_.nics; ++i) {
      const int nic = (static_cast<int>(laid_.size()) + i) % node_.nics;
      if (enter(nic, gpus.front(), [&] { return lay({.gpus = gpus, .nic_in = nic}, 1); })) return true;
    }
    return false;
  }
  bool lay(const NcclChannel& channel, std::size_t next) {
    if (++steps_ > most_steps) return true;
    if (next == channel.gpus.size()) return close(channel);
    return along(node_.path(channel.gpus[next - 1], channel.gpus[next]), demand_.intra, demand_.worst_intra,
                 [&] { return lay(channel, next + 1); });
  }

  // Takes a path's links, if it is good enough and wide enough, and goes on.
  template <class GoOn>
  bool along(const NcclPath& path, double speed, Type worst, GoOn go_on) {
    if (path.type > worst || path.type == Type::dis) return false;
    std::size_t taken = 0;
    while (taken < path.links.size() && take(path.links[taken], need(path, taken, speed))) ++taken;
    if (taken == path.links.size() && go_on()) return true;
    while (taken > 0) {
      --taken;
      left_[index(path.links[taken])] += need(path, taken, speed);
    }
    return false;
  }
  // GB/s that a channel of this speed takes from one of the path's links.
  double need(const NcclPath& path, std::size_t i, double speed) const {
    return path.through_intel && node_.is_pcie[index(path.links[i])] ? speed * 6 / 5 : speed;
  }
  bool take(int link, double speed) {
    if (left_[index(link)] + rounding < speed) return false;
    left_[index(link)] -= speed;
    return true;
  }

  const NcclNode& node_;
  const ChannelDemand& demand_;
  std::vector<double> left_;  // GB/s, per link
  std::vector<NcclChannel> laid_, best_;
  int steps_ = 0;
};

void use(FoundChannels& found, const NcclPath& path, Type& worst) {
  worst = std::max(worst, path.type);
  found.hops += static_cast<int>(path.links.size());
}

}  // namespace

FoundChannels find_channels(const NcclNode& node, const ChannelDemand& demand) {
  assert(demand.pattern != NcclPattern::nvls);
  FoundChannels found{.channels = ChannelSearch(node, demand).run()};
  const bool ring = demand.pattern == NcclPattern::ring;
  for (const NcclChannel& channel : found.channels) {
    const std::vector<int>& gpus = channel.gpus;
    for (std::size_t i = 1; i < gpus.size(); ++i)
      use(found, node.path(gpus[i - 1], gpus[i]), found.worst_intra);
    if (node.nics == 0) {
      if (ring) use(found, node.path(gpus.back(), gpus.front()), found.worst_intra);
      continue;
    }
    use(found, node.path_from_nic(channel.nic_in, gpus.front()), found.worst_inter);
    use(found, node.path_to_nic(leaves_at(demand.pattern, gpus), channel.nic_out), found.worst_inter);
  }
  return found;
}

}  // namespace commlab
