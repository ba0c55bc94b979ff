#include "core/nccl/nccl_graph.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>

#include "core/base/index.h"
#include "core/nccl/channel_search.h"

namespace commlab {
namespace {

using Type = NcclPathType;

// The speeds of a node before Hopper that NCCL tried before 2.18 (speedArray in src/graph/search.cc): they
// follow the rate that it counts for an NVLink of the V100 and A100, which was 21, then 22, then 20 GB/s.
std::span<const double> old_speeds(bool one_node, NcclVersion version) {
  static constexpr std::array of_2_8 = {42., 30., 24., 21., 18., 15., 12., 10., 9.,
                                        7.,  6.,  5.,  4.,  3.,  2.4, 1.2, .24, .12};
  static constexpr std::array intra = {44., 30., 22., 18., 15., 12., 10., 9., 7., 6., 5., 4., 3.};
  static constexpr std::array inter = {48., 30., 28., 24., 22., 18., 15., 12., 10., 9.,
                                       7.,  6.,  5.,  4.,  3.,  2.4, 1.2, .24, .12};
  if (version < NcclVersion{2, 10}) return of_2_8;
  return one_node ? std::span<const double>(intra) : inter;
}

// The speeds that NCCL tries, in GB/s.
std::span<const double> speeds_of(const NcclNode& node) {
  static constexpr std::array intra = {40., 30., 20., 18., 15., 12., 10., 9., 7., 6., 5., 4., 3.};
  static constexpr std::array inter = {48., 30., 28., 24., 20., 18., 15., 12., 10., 9.,
                                       7.,  6.,  5.,  4.,  3.,  2.4, 1.2, .24, .12};
  static constexpr std::array intra_90 = {60., 50., 40., 30., 24., 20., 15., 12., 11., 6., 3.};
  static constexpr std::array inter_90 = {48., 45., 42., 40., 30., 24., 22., 20., 17.5,
                                          15., 12., 6.,  3.,  2.4, 1.2, .24, .12};
  static constexpr std::array intra_100 = {90., 80., 70., 60., 50., 40., 30., 24., 20., 19., 18.};
  static constexpr std::array inter_100 = {96.,  48., 45.1, 42., 40., 30., 24., 22., 20.,
                                           17.5, 15., 12.,  6.,  3.,  2.4, 1.2, .24, .12};
  const bool one_node = node.nics == 0;
  if (node.sm >= 100) return one_node ? std::span<const double>(intra_100) : inter_100;
  if (node.sm >= 90) return one_node ? std::span<const double>(intra_90) : inter_90;
  if (node.version < NcclVersion{2, 18} && !node.rccl) return old_speeds(one_node, node.version);
  return one_node ? std::span<const double>(intra) : inter;
}

// Types of paths that occur, from the best.
std::vector<Type> types_within(const NcclNode& node) {
  std::set<Type> types;
  for (const NcclPath& path : node.between_gpus)
    if (path.type != Type::loc && path.type != Type::dis) types.insert(path.type);
  if (types.empty()) types.insert(Type::nvl);
  return {types.begin(), types.end()};
}
std::vector<Type> types_to_nics(const NcclNode& node) {
  std::set<Type> types;
  for (const std::vector<NcclPath>* paths : {&node.to_nic, &node.from_nic})
    for (const NcclPath& path : *paths)
      if (path.type != Type::dis) types.insert(path.type);
  if (types.empty()) types.insert(Type::pix);
  return {types.begin(), types.end()};
}

double widest_path(const NcclNode& node) {
  double widest = 0;
  for (const NcclPath& path : node.nics > 0 ? node.to_nic : node.between_gpus)
    if (path.type != Type::loc) widest = std::max(widest, path.bandwidth);
  return widest;
}

int most_ring_channels(NcclVersion version) { return version < NcclVersion{2, 25} ? 16 : 32; }

// Heads that multicast take the speed once from each GPU's links, and once more from their own.
FoundChannels find_heads(const NcclNode& node, double intra, double inter, int heads) {
  FoundChannels found;
  constexpr double rounding = 1e-3;
  if ((heads + 1) * intra > node.total_bandwidth + rounding) return found;
  std::vector<double> left = node.capacity;
  const std::vector<NcclHead> with_nics = heads_of(node);
  for (int head = 0; head < heads; ++head) {
    NcclChannel channel{.gpus = {head}};
    if (node.nics > 0) {
      const auto [gpu, nic] = with_nics[index(head)];
      channel = {.gpus = {gpu}, .nic_in = nic, .nic_out = nic};
      for (const NcclPath* path : {&node.path_to_nic(gpu, nic), &node.path_from_nic(nic, gpu)}) {
        if (path->type == Type::dis) return {};
        found.worst_inter = std::max(found.worst_inter, path->type);
        for (const int link : path->links)
          if ((left[index(link)] -= inter) < -rounding) return {};
      }
    }
    found.channels.push_back(std::move(channel));
  }
  found.worst_intra = Type::nvl;
  return found;
}

// The search of ncclTopoCompute for one pattern.
class GraphSearch {
 public:
  GraphSearch(const NcclNode& node, NcclPattern pattern, int least, int most)
      : node_(node), pattern_(pattern), least_(least), most_(most), speeds_(speeds_of(node)) {
    total_ = node.total_bandwidth;
    if (pattern != NcclPattern::ring && node.gpus > 1)
      total_ *= static_cast<double>(node.gpus) / (node.gpus - 1);
  }

  NcclGraph run() {
    const double widest = widest_path(node_);
    std::size_t at = 0;
    while (at + 1 < speeds_.size() && (speeds_[at] > widest || speeds_[at] * least_ > total_)) ++at;
    for (; at < speeds_.size(); ++at) {
      relax(speeds_[at]);
      if (enough()) break;
      const bool worth_it =
          best_.channels == 0 || (at + 1 < speeds_.size() && speeds_[at + 1] / best_.inter > .49);
      if (!worth_it) break;
    }
    if (best_.channels == 0 && pattern_ == NcclPattern::ring) return simple_order();
    split();
    raise();
    return best_;
  }

 private:
  bool enough() const { return best_.channels * best_.intra >= total_; }

  // Tries the speed with the best paths first, then with worse ones.
  void relax(double speed) {
    const std::vector<Type> inter = node_.nics > 0 ? types_to_nics(node_) : std::vector{Type::pix};
    for (const bool crosses : {false, true})
      for (const Type worst_inter : inter)
        for (const Type worst_intra : types_within(node_))
          for (const NcclPattern pattern : patterns())
            for (const bool same : {true, false}) {
              if (crosses && (node_.nics == 0 || pattern != NcclPattern::ring)) return;
              attempt({.pattern = pattern,
                       .intra = speed,
                       .inter = speed,
                       .worst_intra = worst_intra,
                       .worst_inter = worst_inter,
                       .crosses_rails = crosses,
                       .same_channels = same,
                       .most = most_},
                      least_);
              if (enough()) return;
            }
  }

  // Since Hopper, a tree may have all of a NIC's traffic on one GPU.
  std::vector<NcclPattern> patterns() const {
    if (pattern_ == NcclPattern::balanced_tree && node_.sm >= 90 && node_.nics > 0)
      return {NcclPattern::balanced_tree, NcclPattern::tree};
    return {pattern_};
  }

  // Keeps what it finds if that is better. Returns whether it is.
  bool attempt(const ChannelDemand& demand, int least) {
    const FoundChannels found = demand.pattern == NcclPattern::nvls
                                    ? find_heads(node_, demand.intra, demand.inter, demand.most)
                                    : find_channels(node_, demand);
    const int channels = static_cast<int>(found.channels.size());
    if (channels < std::max(1, least)) return false;
    const double now = channels * demand.intra, before = best_.channels * best_.intra;
    const bool wider_between = now == before && demand.inter > best_.inter;
    if (!(now > before || wider_between || (now == before && found.hops < hops_))) return false;
    hops_ = found.hops;
    best_ = {.pattern = demand.pattern,
             .channels = channels,
             .intra = demand.intra,
             .inter = demand.inter,
             .type_intra = found.worst_intra,
             .type_inter = found.worst_inter,
             .same_channels = std::ranges::all_of(
                 found.channels, [&](const NcclChannel& c) { return c.gpus == found.channels[0].gpus; }),
             .crosses_rails = std::ranges::any_of(found.channels,
                                                  [](const NcclChannel& c) { return c.nic_in != c.nic_out; }),
             .order = found.channels};
    return true;
  }

  // A fast channel becomes two of half the speed, since one thread block cannot fill it.
  void split() {
    if (pattern_ == NcclPattern::nvls || best_.channels == 0 || best_.intra < 25) return;
    if (node_.sm > 80 && best_.intra < 50 && best_.channels > 4) return;
    const int channels = std::min(2 * best_.channels, most_);
    best_.intra = best_.intra * best_.channels / channels;
    best_.inter = best_.inter * best_.channels / channels;
    best_.channels = channels;
  }

  // Raises the speed of as many channels: of rings both speeds, of NVLS that between nodes, of trees that
  // within nodes.
  void raise() {
    if (best_.channels == 0) return;
    std::size_t at = 0;
    while (at + 1 < speeds_.size() && speeds_[at] > best_.inter) ++at;
    const NcclGraph start = best_;
    double intra = start.intra, inter = start.inter;
    while (at-- > 0) {
      if (pattern_ == NcclPattern::ring)
        intra = inter = speeds_[at];
      else if (pattern_ == NcclPattern::nvls && inter < 2 * start.intra)
        inter = speeds_[at];
      else if ((pattern_ == NcclPattern::balanced_tree || pattern_ == NcclPattern::tree) &&
               intra < 2 * start.inter)
        intra = speeds_[at];
      else
        return;
      const bool raised = attempt({.pattern = start.pattern,
                                   .intra = intra,
                                   .inter = inter,
                                   .worst_intra = start.type_intra,
                                   .worst_inter = std::max(start.type_inter, Type::pix),
                                   .crosses_rails = start.crosses_rails,
                                   .same_channels = start.same_channels,
                                   .most = start.channels},
                                  start.channels);
      if (!raised) return;
    }
  }

  NcclGraph simple_order() const {
    NcclChannel channel;
    for (int gpu = 0; gpu < node_.gpus; ++gpu) channel.gpus.push_back(gpu);
    if (node_.nics > 0) channel.nic_in = channel.nic_out = 0;
    return {.pattern = pattern_,
            .channels = 1,
            .intra = .1,
            .inter = .1,
            .type_intra = Type::sys,
            .type_inter = Type::sys,
            .order = {channel}};
  }

  const NcclNode& node_;
  NcclPattern pattern_;
  int least_, most_;
  std::span<const double> speeds_;
  double total_ = 0;
  NcclGraph best_{};
  int hops_ = 0;
};

}  // namespace

// Ranks agree on the worst of what they found (initTransportsRank, src/init.cc).
NcclGraph worse_of(const NcclGraph& a, const NcclGraph& b) {
  NcclGraph worse = a.channels <= b.channels ? a : b;
  worse.intra = std::min(a.intra, b.intra);
  worse.inter = std::min(a.inter, b.inter);
  worse.type_intra = std::max(a.type_intra, b.type_intra);
  worse.type_inter = std::max(a.type_inter, b.type_inter);
  worse.same_channels = a.same_channels && b.same_channels;
  worse.crosses_rails = a.crosses_rails || b.crosses_rails;
  return worse;
}

NcclGraph ring_graph(const NcclNode& node, NcclVersion version) {
  return GraphSearch(node, NcclPattern::ring, 1, most_ring_channels(version)).run();
}

NcclGraph tree_graph(const NcclNode& node, int ring_channels) {
  const NcclPattern pattern = node.gpus == 1 ? NcclPattern::tree : NcclPattern::balanced_tree;
  return GraphSearch(node, pattern, ring_channels, ring_channels).run();
}

NcclGraph nvls_graph(const NcclNode& node, NcclVersion version) {
  constexpr int most_heads = 32;
  if (!node.multicast || node.sm < 90 || version < NcclVersion{2, 17} || node.gpus < 2)
    return {.pattern = NcclPattern::nvls};
  const int heads = std::min(most_heads, node.nics > 0 ? static_cast<int>(heads_of(node).size()) : node.gpus);
  return GraphSearch(node, NcclPattern::nvls, heads, heads).run();
}

}  // namespace commlab
