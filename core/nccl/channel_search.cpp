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
      : node_(node), demand_(demand), left_(node.capacity) {
    for (int gpu = 0; gpu < node.gpus; ++gpu) {
      followers_.push_back(followers_of(gpu));
      exits_.push_back(exits_of(gpu));
    }
  }

  std::vector<NcclChannel> run() {
    next_channel();
    return best_;
  }

 private:
  bool is_ring() const { return demand_.pattern == NcclPattern::ring; }

  // The GPUs that may follow: beside NVSwitches, which make all GPUs equal, only the neighbours by number;
  // else the GPU with the widest path first.
  std::vector<int> followers_of(int last) const {
    if (node_.nvswitch) {
      std::vector<int> both = {(last + 1) % node_.gpus, (last + node_.gpus - 1) % node_.gpus};
      if (both[0] == both[1]) both.pop_back();
      return both;
    }
    std::vector<int> gpus;
    for (int gpu = 0; gpu < node_.gpus; ++gpu)
      if (gpu != last && node_.path(last, gpu).type <= demand_.worst_intra) gpus.push_back(gpu);
    std::ranges::sort(gpus, {}, [&](int gpu) {
      const NcclPath& path = node_.path(last, gpu);
      return std::tuple(-path.bandwidth, path.type, (gpu - last + node_.gpus) % node_.gpus);
    });
    return gpus;
  }
  // NICs that a ring may leave over if it may cross rails: the nearest first.
  std::vector<int> exits_of(int gpu) const {
    std::vector<int> nics(index(node_.nics));
    std::iota(nics.begin(), nics.end(), 0);
    std::ranges::stable_sort(nics, {}, [&](int nic) { return node_.path_to_nic(gpu, nic).type; });
    return nics;
  }

  // All these return whether the search is over. What they took, they have given back if it is not.
  bool next_channel() {
    if (laid_.size() > best_.size()) best_ = laid_;
    if (std::ssize(best_) == demand_.most) return true;
    if (!laid_.empty()) {
      std::vector<int> again = laid_.back().gpus;
      if (demand_.same_channels) return lay_on_any_nic(again);
      std::ranges::reverse(again);
      if (node_.nics == 0 && laid_.size() % 2 == 1 && lay(again)) return true;
    }
    if (node_.nics == 0) return start(0);
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
      if (enter(nic, gpu, [&] { return start(gpu, nic); })) return true;
    }
    return false;
  }
  template <class GoOn>
  bool enter(int nic, int gpu, GoOn go_on) {
    return along(node_.path_from_nic(nic, gpu), demand_.inter, demand_.worst_inter, go_on);
  }

  bool start(int gpu, int nic = -1) {
    std::vector<char> others = std::exchange(is_visited_, std::vector<char>(index(node_.gpus)));
    NcclChannel before = std::exchange(now_, {.gpus = {gpu}, .nic_in = nic});
    is_visited_[index(gpu)] = 1;
    if (extend()) return true;
    now_ = std::move(before);
    is_visited_ = std::move(others);
    return false;
  }
  bool extend() {
    if (++steps_ > most_steps) return true;
    if (std::ssize(now_.gpus) == node_.gpus) return close();
    const int last = now_.gpus.back();
    for (const int next : followers_[index(last)]) {
      if (is_visited_[index(next)] != 0) continue;
      now_.gpus.push_back(next);
      is_visited_[index(next)] = 1;
      if (along(node_.path(last, next), demand_.intra, demand_.worst_intra, [&] { return extend(); }))
        return true;
      is_visited_[index(next)] = 0;
      now_.gpus.pop_back();
    }
    return false;
  }

  // All GPUs are in it: a ring goes back to the first GPU, or leaves over a NIC.
  bool close() {
    if (node_.nics == 0) {
      if (!is_ring() || node_.gpus == 1) return finish();
      return along(node_.path(now_.gpus.back(), now_.gpus.front()), demand_.intra, demand_.worst_intra,
                   [&] { return finish(); });
    }
    const int leaves = leaves_at(demand_.pattern, now_.gpus);
    if (!demand_.crosses_rails || !is_ring()) return leave(leaves, now_.nic_in);
    return std::ranges::any_of(exits_[index(leaves)], [&](int nic) { return leave(leaves, nic); });
  }
  bool leave(int gpu, int nic) {
    return along(node_.path_to_nic(gpu, nic), demand_.inter, demand_.worst_inter, [&] {
      now_.nic_out = nic;
      return finish();
    });
  }
  bool finish() {
    laid_.push_back(now_);
    if (next_channel()) return true;
    laid_.pop_back();
    return false;
  }

  // Lays a channel in a known order of GPUs.
  bool lay_on_any_nic(const std::vector<int>& gpus) {
    if (node_.nics == 0) return lay(gpus);
    for (int i = 0; i < node_.nics; ++i) {
      const int nic = (static_cast<int>(laid_.size()) + i) % node_.nics;
      if (enter(nic, gpus.front(), [&] { return lay(gpus, nic); })) return true;
    }
    return false;
  }
  bool lay(const std::vector<int>& gpus, int nic = -1) {
    NcclChannel before = std::exchange(now_, {.gpus = gpus, .nic_in = nic});
    if (lay_from(1)) return true;
    now_ = std::move(before);
    return false;
  }
  bool lay_from(std::size_t next) {
    if (++steps_ > most_steps) return true;
    if (next == now_.gpus.size()) return close();
    return along(node_.path(now_.gpus[next - 1], now_.gpus[next]), demand_.intra, demand_.worst_intra,
                 [&] { return lay_from(next + 1); });
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
  std::vector<std::vector<int>> followers_, exits_;  // per GPU
  std::vector<double> left_;                         // GB/s, per link
  NcclChannel now_;                                  // the channel that is being laid
  std::vector<char> is_visited_;  // per GPU: whether that channel has it, unless its order is known
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
