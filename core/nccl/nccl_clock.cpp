#include "core/nccl/nccl_clock.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/nccl/nccl_choice.h"

namespace commlab {
namespace {

using A = NcclAlgorithm;
using P = NcclProtocol;
using Kind = CollectiveKind;

constexpr double kib = 1024;
constexpr double mib = 1024 * kib;

double bytes_per_us(double GBps) { return GBps * 1e3; }

template <class Value>
Value of(P protocol, Value ll, Value ll128, Value simple) {
  switch (protocol) {
    case P::ll: return ll;
    case P::ll128: return ll128;
    case P::simple: break;
  }
  return simple;
}

// Bytes on the links for each byte of data: LL sends a flag with every 4 bytes, LL128 with every 120.
double wire_of(P protocol) { return of(protocol, 2., 16. / 15, 1.); }

// A smooth maximum: what two things take that mostly run at the same time.
double overlapped(double a, double b, double exponent) {
  return std::pow(std::pow(a, exponent) + std::pow(b, exponent), 1 / exponent);
}

// Times of a byte through the channels and over the links of a GPU. The two neither add nor hide one another.
double through_both(double channels, double links) { return overlapped(channels, links, 3); }

// One call on one site. Sizes are in bytes, rates in bytes per microsecond.
class Clock {
 public:
  Clock(const NcclSite& site, const NcclCosts& costs, const ClockedCall& call)
      : site_(site),
        costs_(costs),
        call_(call),
        kind_(call.collective.kind),
        size_(static_cast<double>(size_of(call.collective).count)),
        ranks_(site.ranks),
        nodes_(site.nodes),
        per_node_(site.per_node()) {
    const double links = call.one_ring ? site.one_link : site.links;
    links_ = bytes_per_us(links) * costs.links * (site.mesh ? costs.mesh : 1);
    nics_ = std::max(1, site.nics) * nic(false);
  }

  double ring(P protocol) const {
    double time = start(protocol) + ring_hops(protocol) + ring_bytes(protocol);
    if (kind_ == Kind::all_gather && !call_.collective.in_place)
      time += size_ / ranks_ / (channels(protocol, false) * bytes_per_us(costs_.own_copy));
    return time + old_ll(protocol, false);
  }

  // A chain through each node, and a binary tree between the nodes; up and down.
  double tree(P protocol) const {
    const double used = channels(protocol, true), wire = wire_of(protocol);
    const double rate = bytes_per_us(channel(protocol));
    const double piece = piece_of_tree(protocol, size_ / used);
    const double depth = std::ceil(std::log2(nodes_));
    const double stored = bytes_per_us(net_pieces(protocol));
    double hops =
        2 * (per_node_ - 1) * hop(protocol) + 2 * depth * (net_hop(protocol) + piece * wire / stored);
    if (protocol == P::simple) hops += 2 * (per_node_ - 1) * piece / rate;
    const double within = 2 * through_both(1 / (used * rate), wire / links_);
    const double before = protocol == P::simple ? 0 : start(protocol);  // Simple's pieces are among the hops
    return before + hops + size_ * std::max(within, of_a_byte_between_nodes(wire)) + old_ll(protocol, true);
  }

  double nvls() const { return costs_.nvls_start + nvls_bytes() + nvls_fill(); }

  double nvls_tree() const {
    const double unit = heads() * site_.nvls_channels;
    const double chunk = std::min((nodes_ >= 4 ? 64 : 128) * kib, size_ / unit);
    const double of_a_chunk = chunk * site_.nvls_channels / (nics_ / per_node_);
    const double hop = costs_.net_hop + costs_.nvls_tree_hop + costs_.nvls_tree_fill * of_a_chunk;
    return costs_.nvls_start + nvls_fill() + 2 * std::ceil(std::log2(nodes_)) * hop +
           std::max(nvls_bytes(), size_ * of_a_byte_between_nodes(1));
  }

  // NCCL counts three quarters of the NICs' rate for it (src/graph/tuning.cc); no published row tests it.
  double pat() const {
    return start(P::simple) + std::ceil(std::log2(nodes_)) * net_hop(P::simple) +
           (ranks_ - 1) / ranks_ * size_ / (.75 * nics_);
  }

  double pairs(P protocol) const {
    const double rounds = kind_ == Kind::all_reduce ? 2 : 1;
    return start(protocol) + rounds * hop(protocol) +
           rounds * (ranks_ - 1) / ranks_ * size_ *
               through_both(1 / (bytes_per_us(channel(protocol)) * (ranks_ - 1)), wire_of(protocol) / links_);
  }

  // Each rank sends to `peers` others, a message to each. In NCCL every peer gets channels of its own, and a
  // message is split among them (src/enqueue.cc, addP2pToPlan): into parts of 4 MiB, since 2.28 of 16 MiB.
  double p2p(bool one_way) const {
    const bool one_peer = kind_ == Kind::sendrecv || kind_ == Kind::p2p;
    const double peers = one_peer ? 1 : ranks_ - 1;
    const double remote = one_peer ? (nodes_ > 1 ? 1 : 0) : ranks_ - per_node_;
    const double message = one_peer ? size_ : size_ / ranks_;
    const double most = site_.over_host ? 2 : site_.sm == 70 ? 16 : 32;
    const double channels = p2p_channels(peers, message, most) * bytes_per_us(costs_.p2p_channel);
    // PCIe carries also what goes to other nodes.
    double time =
        (site_.over_host ? peers : peers - remote) * message * through_both(1 / channels, 1 / p2p_links());
    if (!one_peer) time += message / (most * bytes_per_us(costs_.own_copy));
    if (nodes_ == 1) return costs_.p2p_start + time;
    const double hops =
        one_way ? costs_.net_hop / 2 : std::max(costs_.p2p_start, costs_.net_hop) + remote * costs_.net_peer;
    return hops + std::max(time, p2p_between_nodes(remote, message, most, one_way));
  }

  // The whole call, of which the body takes so long.
  double call(double body) const {
    double time = costs_.launch + body;
    if (call_.launch == LaunchMode::thread) {
      const double starts = ranks_ * costs_.thread_start * (is_tuned_by_nccl(kind_) ? 1 : costs_.thread_p2p);
      time = overlapped(time, starts, costs_.thread_soft);
    }
    if (call_.synchronised) time += costs_.synchronised;
    constexpr double least_in_a_graph = .6;
    if (call_.launch == LaunchMode::graph)
      time = std::max(time - costs_.graph_saves, least_in_a_graph * time);
    return time;
  }

 private:
  bool is_chain() const { return kind_ == Kind::broadcast || kind_ == Kind::reduce; }
  double start(P p) const { return of(p, 0., costs_.start_ll128, costs_.start_simple); }
  double hop(P p) const { return of(p, costs_.hop_ll, costs_.hop_ll128, costs_.hop_simple); }
  double channel(P p) const { return of(p, costs_.channel_ll, costs_.channel_ll128, costs_.channel_simple); }
  double net_hop(P p) const {
    return costs_.net_hop * of(p, 1., costs_.net_hop_ll128, costs_.net_hop_simple);
  }

  // The rate at which a channel stores and forwards pieces between nodes.
  double net_pieces(P p) const {
    return of(p, costs_.net_pieces_ll, costs_.net_pieces_ll128, costs_.net_pieces_simple);
  }
  // A chain stores pieces of LL and LL128 on the way in and on the way out. No published row shows whether it
  // stores those of Simple.
  double forwarded(P p) const { return p == P::simple ? INFINITY : net_pieces(p) / 2; }

  // The rate of one NIC in one direction, while the other direction is as busy or, one_way, idle.
  double nic(bool one_way) const {
    double rate = bytes_per_us(site_.nic) * costs_.net_rate;
    if (costs_.behind_host && site_.nics < per_node_) rate *= costs_.host_bridge;
    if (!costs_.gpudirect) rate *= costs_.without_gpudirect;
    return std::min(rate, bytes_per_us(costs_.net_copies) / (one_way ? 1 : 2));
  }

  // Small calls use fewer channels: each wants work for all its threads (nccl_way_of counts the same).
  double channels(P protocol, bool tree) const {
    if (call_.channels) return *call_.channels;
    double grain = of(protocol, 4 * kib, 5 * kib, 32 * kib);
    if (protocol == P::ll && !tree) {
      constexpr double of_a_chain = 768;
      grain = is_chain() && nodes_ > 1 ? of_a_chain : site_.rccl ? kib : 4 * kib;
      grain *= ranks_;
    }
    return std::clamp(std::floor(size_ / grain), 1., static_cast<double>(site_.channels));
  }

  double old_ll(P protocol, bool tree) const {
    const bool old = site_.version <= NcclVersion{2, 12};
    return protocol == P::ll && old ? costs_.old_ll * channels(protocol, tree) : 0;
  }

  // Hops of the longest chain in a ring, and those of them that cross nodes. A chunk passes every link of the
  // ring but one, so all crossings may be among them if a node has several ranks.
  double hops() const { return kind_ == Kind::all_reduce ? 2 * (ranks_ - 1) : ranks_ - 1; }
  double crossings() const {
    if (nodes_ == 1) return 0;
    const double once = per_node_ > 1 ? nodes_ : nodes_ - 1;
    return kind_ == Kind::all_reduce ? 2 * once : once;
  }

  double ring_hops(P protocol) const {
    const double within = hops() - crossings();
    if (is_chain()) return chain_hops(protocol, within);
    const double handled = nodes_ > 1 ? std::max(hop(protocol), handling(protocol)) : hop(protocol);
    return within * handled + crossings() * net_hop(protocol);
  }

  // In a loop, the next call follows down the chain, and only part of the filling remains.
  double chain_hops(P protocol, double within) const {
    const double used = channels(protocol, false);
    const double filling = std::min(512 * kib, size_ / used) * used;
    const double narrowest = nodes_ > 1 ? std::min(links_, nics_) : links_;
    const double once = crossings() * (net_hop(protocol) + filling / narrowest) + within * filling / links_;
    if (!call_.loop)
      return within * hop(protocol) + (protocol == P::ll ? crossings() * net_hop(protocol) : once);
    return protocol == P::ll || nodes_ == 1 ? 0 : costs_.chain_fill * once;
  }

  // In every step of a long ring, each link between nodes carries a message, and a NIC handles those of its
  // channels one after another; messages below 8 KiB go in bundles.
  double handling(P protocol) const {
    const double used = channels(protocol, false);
    const double message = wire_of(protocol) * size_ / ranks_ / used;
    constexpr double slots = 8;
    if (message < 8 * kib || hops() <= slots) return 0;
    return costs_.net_message * std::max(1., used / std::max(1, site_.nics));
  }

  double ring_bytes(P protocol) const {
    const double wire = wire_of(protocol);
    const double share = is_chain() ? 1 : (ranks_ - 1) / ranks_ * (kind_ == Kind::all_reduce ? 2 : 1);
    double rate = channel(protocol);
    if (is_chain() && nodes_ > 1) rate = std::min(rate, forwarded(protocol));
    double of_a_byte = through_both(1 / (channels(protocol, false) * bytes_per_us(rate)), wire / links_);
    constexpr double nearly_a_maximum = 6;
    if (nodes_ > 1) of_a_byte = overlapped(of_a_byte, wire / nics_, nearly_a_maximum);
    return share * size_ * of_a_byte;
  }

  // The largest piece of a channel's bytes. LL128's pieces shrink with the size (src/enqueue.cc,
  // calcCollChunking).
  double piece_of_tree(P protocol, double bytes) const {
    if (protocol != P::ll128) return std::min((protocol == P::ll ? 32 : 512) * kib, bytes);
    constexpr double largest = 540e3;
    const double steps = 1 + std::log2(nodes_) + .1 * per_node_;
    double piece = std::clamp(bytes / (steps * 64 / per_node_), 128 * kib, largest);
    if (piece <= 128 * kib) piece = std::clamp(bytes / (steps * 16 / per_node_), 32 * kib, 128 * kib);
    return std::min(piece, bytes);
  }

  // A tree of two nodes sends each byte once over the NICs of a node, larger trees twice.
  double of_a_byte_between_nodes(double wire) const {
    return nodes_ == 1 ? 0 : (nodes_ > 2 ? 2 : 1) * wire / nics_;
  }

  // NVLS: of each byte, a GPU's links carry 1 + 1/heads. Chunks are 16 to 128 KiB, on Blackwell four times
  // that.
  double heads() const { return std::min(per_node_, 32.); }
  double times_hopper() const { return site_.sm >= 100 ? 4 : 1; }
  double nvls_chunk() const {
    const double unit = heads() * site_.nvls_channels * times_hopper();
    for (const auto& [chunk, rounds] : {std::pair{128, 64}, std::pair{64, 8}, std::pair{32, 2}})
      if (size_ >= rounds * unit * chunk * kib) return times_hopper() * chunk * kib;
    return times_hopper() * 16 * kib;
  }
  double nvls_rate() const { return costs_.multicast * bytes_per_us(site_.links); }
  double nvls_bytes() const {
    return size_ * (1 + 1 / heads()) / nvls_rate() *
           (1 + costs_.nvls_chunk * kib * times_hopper() / nvls_chunk());
  }
  double nvls_fill() const {
    return costs_.nvls_fill * std::min(size_, heads() * site_.nvls_channels * nvls_chunk()) / nvls_rate();
  }

  double p2p_links() const {
    const double rate = kind_ == Kind::all_to_all ? site_.to_all
                        : has_root(kind_)         ? site_.from_one
                                                  : site_.to_the_next;
    return bytes_per_us(rate) * costs_.links;
  }

  double p2p_channels(double peers, double message, double most) const {
    const bool since = site_.version >= NcclVersion{2, 28};
    const double least = since ? std::exp2(std::floor(std::log2(std::max(1., most / ranks_)))) : 1;
    const double parts = std::ceil(std::log2(std::max(1., message / least / (since ? 16 * mib : 4 * mib))));
    return std::min(most, std::min(most, least * std::exp2(parts)) * peers);
  }

  double p2p_between_nodes(double remote, double message, double most, bool one_way) const {
    const bool everyone = kind_ == Kind::all_to_all;
    const double shared = per_node_ > site_.nics ? costs_.shared_nic : 1;
    const double leaving = everyone ? per_node_ * remote * message / shared : remote * message;
    const double nics = everyone ? std::max(1, site_.nics) : 1;
    constexpr int most_channels = 64;
    const double channels = everyone ? most / 2 : 2 * ranks_ > most_channels ? 1 : 2;
    return std::max(leaving / (nics * nic(one_way)),
                    remote * message / (channels * bytes_per_us(costs_.p2p_net_channel))) +
           costs_.p2p_net_start * std::min(1., message / (64 * kib));
  }

  const NcclSite& site_;
  const NcclCosts& costs_;
  const ClockedCall& call_;
  Kind kind_;
  double size_, ranks_, nodes_, per_node_;
  double links_;  // of a GPU
  double nics_;   // of a node
};

}  // namespace

double nccl_time_us(const NcclSite& site, const NcclCosts& costs, const ClockedCall& call, A algorithm,
                    P protocol) {
  const Clock clock(site, costs, call);
  switch (algorithm) {
    case A::ring: return clock.call(clock.ring(protocol));
    case A::tree: return clock.call(clock.tree(protocol));
    case A::nvls: return clock.call(clock.nvls());
    case A::nvls_tree: return clock.call(clock.nvls_tree());
    case A::pat: return clock.call(clock.pat());
    case A::collnet_direct:
    case A::collnet_chain: break;
  }
  assert(false && "an algorithm that the site has");
  return INFINITY;
}

double nccl_p2p_time_us(const NcclSite& site, const NcclCosts& costs, const ClockedCall& call, bool one_way) {
  const Clock clock(site, costs, call);
  return clock.call(clock.p2p(one_way));
}

double nccl_pairs_time_us(const NcclSite& site, const NcclCosts& costs, const ClockedCall& call, P protocol) {
  const Clock clock(site, costs, call);
  return clock.call(clock.pairs(protocol));
}

}  // namespace commlab
