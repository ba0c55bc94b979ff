#include "core/nccl/nccl_call.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/base/index.h"
#include "core/nccl/nccl_choice.h"

namespace commlab {
namespace {

using A = NcclAlgorithm;
using P = NcclProtocol;
using Kind = CollectiveKind;

constexpr double kib = 1024;
constexpr double mib = 1024 * kib;

Time microseconds_of_costs(double us) { return {std::llround(us * 1e6)}; }
Bandwidth bandwidth_of(double GBps) {
  constexpr double most = 1e9;
  return {std::llround(std::min(GBps, most) * 1e9)};
}
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

// NVLS moves chunks, which are smaller where the size is small, and on Blackwell four times those on Hopper
// (src/enqueue.cc, calcCollChunking).
double times_hopper(const NcclSite& site) { return site.sm >= 100 ? 4 : 1; }
double at_a_time(const NcclSite& site, double chunk) {
  constexpr double most_heads = 32;
  return std::min(site.per_node(), most_heads) * std::max(1, site.nvls_channels) * chunk;
}
double nvls_chunk(const NcclSite& site, double size) {
  for (const auto& [chunk, rounds] : {std::pair{128, 64}, std::pair{64, 8}, std::pair{32, 2}})
    if (size >= rounds * at_a_time(site, times_hopper(site) * chunk * kib))
      return times_hopper(site) * chunk * kib;
  return times_hopper(site) * 16 * kib;
}
double nvls_tree_chunk(const NcclSite& site, double size) {
  double chunk = (site.nodes >= 4 ? 64 : 128) * kib;
  if (size < 4 * at_a_time(site, chunk)) chunk = 64 * kib;
  return size < at_a_time(site, chunk) ? 32 * kib : chunk;
}

// Sizes are in bytes, times in microseconds, rates in GB/s.
class CallCosts {
 public:
  CallCosts(const RoutedCall& call, const NcclSite& site, const NcclCosts& costs)
      : call_(call),
        site_(site),
        costs_(costs),
        kind_(call.collective.kind),
        protocol_(call.route.protocol),
        size_(static_cast<double>(size_of(call.collective).count)) {}

  NcclCallCosts all() const {
    const double thread = by(NcclRoute::By::messages) ? costs_.thread_p2p : 1;
    return {.collective = {.launch = microseconds_of_costs(costs_.launch +
                                                           (call_.synchronised ? costs_.synchronised : 0))},
            .launching = {.each = microseconds_of_costs(costs_.thread_start * thread),
                          .graph_saves = microseconds_of_costs(costs_.graph_saves)},
            .protocol = by(NcclRoute::By::messages) ? of_messages() : of_an_algorithm(),
            .multicast = multicast(),
            .nic_reach = nic_reach(),
            .nvlink_relays = site_.rccl || site_.version < NcclVersion{2, 11} ? 0 : site_.ranks,
            .nic_most = bandwidth_of(costs_.net_copies / (call_.route.one_way ? 1 : 2))};
  }

 private:
  bool by(NcclRoute::By way) const { return call_.route.by == way; }
  bool is(A algorithm) const { return by(NcclRoute::By::algorithm) && call_.route.algorithm == algorithm; }
  bool feeds_nics_from_switch() const { return is(A::nvls_tree) || (is(A::nvls) && site_.nodes > 1); }
  bool in_network() const { return is(A::collnet_direct) || is(A::collnet_chain); }
  bool is_chain() const { return kind_ == Kind::broadcast || kind_ == Kind::reduce; }

  // Small calls use fewer channels: each wants work for all its threads (nccl_way_of counts the same).
  double channels() const {
    if (call_.channels) return *call_.channels;
    if (by(NcclRoute::By::pairs)) return site_.ranks - 1;
    double grain = of(protocol_, 4 * kib, 5 * kib, 32 * kib);
    if (protocol_ == P::ll && !is(A::tree)) grain = (site_.rccl ? kib : 4 * kib) * site_.ranks;
    return std::clamp(std::floor(size_ / grain), 1., static_cast<double>(site_.channels));
  }

  Protocol of_an_algorithm() const {
    const P p = protocol_;
    const double hop = of(p, costs_.hop_ll, costs_.hop_ll128, costs_.hop_simple);
    const double rate = of(p, costs_.channel_ll, costs_.channel_ll128, costs_.channel_simple);
    Protocol made{.name = std::string(of(p, protocol_names[1], protocol_names[2], protocol_names[0])),
                  .start = microseconds_of_costs(start()),
                  .wire = of(p, 2, 16, 1),
                  .data = of(p, 1, 15, 1),
                  .piece = of(p, Bytes{}, Bytes{}, KiB(512)),
                  .rate = bandwidth_of(rate * (is(A::tree) ? costs_.tree : 1)),
                  .overlaps = true,
                  .reach = reach(),
                  .channels = static_cast<int>(channels())};
    if (feeds_nics_from_switch()) made.rate = {};  // the switch reduces; the channels only feed the NICs
    made.hop.fill(microseconds_of_costs(hop));
    if (site_.nodes > 1) cross_nodes(made);
    return made;
  }

  // A tree's pieces with Simple have their start among the hops. An all_gather copies each rank's own part
  // before it sends it; LL had a cost for each channel before 2.13.
  double start() const {
    double time = is(A::tree) ? of(protocol_, 0., costs_.start_ll128, 0.)
                              : of(protocol_, 0., costs_.start_ll128, costs_.start_simple);
    if (kind_ == Kind::all_gather && !call_.collective.in_place && by(NcclRoute::By::algorithm))
      time += size_ / site_.ranks / (channels() * bytes_per_us(costs_.own_copy));
    if (protocol_ == P::ll && site_.version <= NcclVersion{2, 12}) time += costs_.old_ll * channels();
    return time;
  }

  double reach() const { return reach_of_messages() * (site_.mesh ? std::min(1., costs_.mesh) : 1); }
  double reach_of_messages() const { return site_.counted * std::min(1., costs_.links); }

  // Proxies post the first message of each slot beforehand; messages below 8 KiB go in bundles.
  void cross_nodes(Protocol& made) const {
    const P p = protocol_;
    double hop = costs_.net_hop + of(p, 0., costs_.net_more_ll128, costs_.net_more_simple);
    if (feeds_nics_from_switch()) hop = costs_.net_hop + costs_.nvls_tree_hop;
    set_network_hop(made, hop);
    if (call_.route.ours) made.peer = microseconds_of_costs(costs_.net_peer);
    made.post = microseconds_of_costs(costs_.net_message);
    made.posted = of(p, KiB(4), Bytes{7680}, KiB(8));
    if (is(A::tree) || feeds_nics_from_switch() || in_network() || is_chain()) {
      made.handed_on = bandwidth_of(
          of(p, costs_.net_pieces_ll / made.wire, costs_.net_pieces_ll128, costs_.net_pieces_simple));
      made.slot = of(p, KiB(32), KiB(512), KiB(512));
    }
    if (is_chain() && p != P::simple)
      made.network_rate = bandwidth_of(of(p, costs_.chain_ll, costs_.chain_ll128, 0.));
  }

  static void set_network_hop(Protocol& made, double us) {
    made.hop_over(LinkType::network) = microseconds_of_costs(us);
  }

  // Each rank sends to `peers` others, a message to each. In NCCL every peer gets channels of its own, and a
  // message is split among them (src/enqueue.cc, addP2pToPlan): into parts of 4 MiB, since 2.28 of 16 MiB.
  Protocol of_messages() const {
    const double most = site_.over_host ? 2 : site_.sm == 70 ? 16 : 32;
    const int channels = p2p_channels(most);
    Protocol made{.name = std::string(protocol_names[0]),
                  .start = microseconds_of_costs(costs_.p2p_start + own_message(most)),
                  .piece = KiB(512),
                  .rate = bandwidth_of(costs_.p2p_channel),
                  .overlaps = true,
                  .reach = reach_of_messages(),
                  .channels = channels};
    if (call_.route.ours) made.hop.fill(microseconds_of_costs(costs_.hop_simple));
    if (site_.nodes == 1) return made;
    const bool one_way = call_.route.one_way;
    const double rendezvous = costs_.p2p_net_start * std::min(1., message() / (64 * kib));
    const double start = one_way ? 0 : std::max(0., costs_.p2p_start - costs_.net_hop);
    made.start = microseconds_of_costs(start + own_message(most) + rendezvous);
    set_network_hop(made, one_way ? costs_.net_hop / 2 : costs_.net_hop);
    if (!one_way) made.peer = microseconds_of_costs(costs_.net_peer);
    constexpr int most_channels = 64;
    const double over_network = is_to_one_peer() ? (2 * site_.ranks > most_channels ? 1 : 2) : most / 2;
    made.network_rate = bandwidth_of(costs_.p2p_net_channel * over_network / channels);
    return made;
  }

  bool is_to_one_peer() const { return kind_ == Kind::sendrecv || kind_ == Kind::p2p; }
  double peers() const { return is_to_one_peer() ? 1 : site_.ranks - 1; }
  double message() const { return is_to_one_peer() ? size_ : size_ / site_.ranks; }
  // What a rank sends to itself.
  double own_message(double most) const {
    return is_to_one_peer() ? 0 : message() / (most * bytes_per_us(costs_.own_copy));
  }
  int p2p_channels(double most) const {
    const bool since = site_.version >= NcclVersion{2, 28};
    const double least = since ? std::exp2(std::floor(std::log2(std::max(1., most / site_.ranks)))) : 1;
    const double parts = std::ceil(std::log2(std::max(1., message() / least / (since ? 16 * mib : 4 * mib))));
    return static_cast<int>(std::min(most, std::min(most, least * std::exp2(parts)) * peers()));
  }

  // The first sums are back when a chunk of each channel has been copied to the switch, summed and copied
  // back; each chunk has a fixed cost. CollNet's kernels start as those of other algorithms do, and only the
  // network reduces.
  Multicast multicast() const {
    if (in_network()) return {.launch = microseconds_of_costs(start())};
    const double chunk = is(A::nvls_tree) ? nvls_tree_chunk(site_, size_) : nvls_chunk(site_, size_);
    const double of_a_chunk = 1 + costs_.nvls_chunk * kib * times_hopper(site_) / chunk;
    const double filled_by = at_a_time(site_, chunk);
    return {.launch = microseconds_of_costs(costs_.nvls_start),
            .efficiency = std::min(1., costs_.multicast / of_a_chunk),
            .fill = microseconds_of_costs(costs_.nvls_fill * filled_by /
                                          (costs_.multicast * bytes_per_us(site_.links))),
            .filled_by = {std::llround(filled_by)}};
  }

  double nic_reach() const {
    double reach = costs_.net_rate;
    const bool share_nics = site_.nics < site_.per_node();
    if (costs_.behind_host && share_nics) reach *= costs_.host_bridge;
    if (!costs_.gpudirect) reach *= costs_.without_gpudirect;
    if (kind_ == Kind::all_to_all && share_nics) reach *= costs_.shared_nic;
    return std::min(1., reach);
  }

  const RoutedCall& call_;
  const NcclSite& site_;
  const NcclCosts& costs_;
  Kind kind_;
  P protocol_;
  double size_;
};

// As a machine file names it. Steps that NCCL does not make are like none of its ways.
std::string way_of(const NcclRoute& route) {
  if (route.ours) return "other";
  switch (route.by) {
    case NcclRoute::By::messages: return "messages";
    case NcclRoute::By::pairs: return fmt::format("pairs/{}", name_of(route.protocol));
    case NcclRoute::By::algorithm: break;
  }
  return fmt::format("{}/{}", name_of(route.algorithm), name_of(route.protocol));
}

// Null: nothing was measured that says anything of calls here.
const MeasuredCalls* measured_here(const NcclSite& site, const NcclCosts& costs) {
  const MeasuredCalls* const measured = costs.measured.get();
  const bool is_other_network = measured && site.nodes > 1 && measured->fabric() != costs.fabric;
  return is_other_network ? nullptr : measured;
}

double usual_error(const Collective& collective, const NcclSite& site, const NcclCosts& costs) {
  return usual_error(costs, site.nodes > 1, size_of(collective));
}

// All that the events of a call take. Where it takes longer, links carry less; where it takes less, messages
// reach more of the links' own rate, and no more than all of it.
NcclCallCosts as_many_times_longer(NcclCallCosts costs, double times) {
  if (times == 1) return costs;
  Protocol& protocol = costs.protocol;
  const auto longer = [&](Time& time) { time = {std::llround(static_cast<double>(time.ps) * times)}; };
  const auto slower = [&](Bandwidth& rate) {
    if (rate == Bandwidth{}) return;  // no limit
    rate = {std::max<std::int64_t>(1, std::llround(static_cast<double>(rate.bytes_per_second) / times))};
  };
  for (Time* const time :
       {&costs.collective.launch, &costs.launching.each, &costs.launching.graph_saves, &protocol.start,
        &protocol.peer, &protocol.post, &costs.multicast.launch, &costs.multicast.fill})
    longer(*time);
  for (Time& hop : protocol.hop) longer(hop);
  for (Bandwidth* const rate : {&protocol.rate, &protocol.handed_on, &protocol.network_rate}) slower(*rate);
  if (times > 1) {
    costs.links = 1 / times;
    return costs;
  }
  for (double* const share : {&protocol.reach, &costs.multicast.efficiency, &costs.nic_reach})
    *share = std::min(1., *share / times);
  slower(costs.nic_most);
  return costs;
}

bool is_of_a_nic(const Link& link, const Topology& topology) {
  const auto is_nic = [&](NodeId node) { return topology.nodes[index(node)].type == NodeType::nic; };
  return link.type == LinkType::network && (is_nic(link.from) || is_nic(link.to));
}

Bandwidth part_of(double share, Bandwidth rate) {
  return {std::max<std::int64_t>(1, std::llround(static_cast<double>(rate.bytes_per_second) * share))};
}

// What messages reach of the rate of a NIC.
Bandwidth reached_by(const NcclCallCosts& costs, Bandwidth nic) {
  const Bandwidth part = part_of(costs.nic_reach, nic);
  return costs.nic_most > Bandwidth{} ? std::min(part, costs.nic_most) : part;
}

}  // namespace

NcclCallCosts costs_of(const RoutedCall& call, const NcclSite& site, const NcclCosts& costs, double times) {
  return as_many_times_longer(CallCosts(call, site, costs).all(), times);
}

NcclCallCosts costs_of(const RoutedCall& call, const NcclSite& site, const NcclCosts& costs) {
  const MeasuredCalls* const measured = measured_here(site, costs);
  return costs_of(call, site, costs,
                  measured == nullptr
                      ? 1
                      : measured->times(point_of(call, site), usual_error(call.collective, site, costs)));
}

std::optional<Correction> correction_of(const RoutedCall& call, const NcclSite& site,
                                        const NcclCosts& costs) {
  const MeasuredCalls* const measured = measured_here(site, costs);
  if (measured == nullptr) return std::nullopt;
  return measured->correction(point_of(call, site), usual_error(call.collective, site, costs));
}

double least_correction(const Collective& collective, const NcclSite& site, const NcclCosts& costs) {
  const MeasuredCalls* const measured = measured_here(site, costs);
  if (measured == nullptr) return 1;
  double least = 1;
  const auto count = [&](const NcclRoute& route) {
    least = std::min(least, measured->times(point_of({.collective = collective, .route = route}, site),
                                            usual_error(collective, site, costs)));
  };
  count({.by = NcclRoute::By::messages});
  count({.ours = true});
  for (const NamedValue<P>& protocol : nccl_protocol_names) {
    count({.by = NcclRoute::By::pairs, .protocol = protocol.value});
    for (const NamedValue<A>& algorithm : nccl_algorithm_names)
      count({.algorithm = algorithm.value, .protocol = protocol.value});
  }
  return least;
}

std::optional<double> band_of(const RoutedCall& call, const NcclSite& site, const NcclCosts& costs) {
  if (const std::optional<Correction> correction = correction_of(call, site, costs))
    return band_of_spread(correction->spread);
  return usual_band(costs, site.nodes > 1, size_of(call.collective));
}

CallPoint point_of(const RoutedCall& call, const NcclSite& site) {
  return {.kind = call.collective.kind,
          .ranks = site.ranks,
          .nodes = site.nodes,
          .size = size_of(call.collective),
          .way = way_of(call.route)};
}

Machine with_costs(Machine machine, const NcclCallCosts& costs) {
  machine.collective = costs.collective;
  machine.launching = costs.launching;
  machine.multicast = costs.multicast;
  machine.protocols = {costs.protocol};
  machine.work = {.slots = machine.work.slots};
  machine.topology.nvlink_relays = costs.nvlink_relays;
  // A hop between nodes is fitted with the latency of the network's links.
  Time& hop = machine.protocols[0].hop_over(LinkType::network);
  hop = std::max(Time{}, hop - machine.network.latency);
  for (Link& link : machine.topology.links) {
    const bool of_a_nic = is_of_a_nic(link, machine.topology);
    if (!of_a_nic && costs.links == 1) continue;
    for (Bandwidth* const rate : {&link.bandwidth, &link.told}) {
      if (*rate == Bandwidth{}) continue;
      if (of_a_nic) *rate = reached_by(costs, *rate);
      *rate = part_of(costs.links, *rate);
    }
  }
  return machine;
}

// Simple moves each chunk in two slices. The rounds of our CollNetChain need few pieces each. NVLS and
// NVLSTree over nodes move a chunk of each channel of each head at a time.
std::optional<int> pieces_of(const RoutedCall& call, const NcclSite& site, int usual) {
  const NcclRoute& route = call.route;
  if (route.by != NcclRoute::By::algorithm) return std::nullopt;
  if (route.algorithm == A::tree && route.protocol == P::simple && usual < 2) return 2;
  if (route.algorithm == A::collnet_chain) return std::min(usual, 4);
  const bool is_tree = route.algorithm == A::nvls_tree;
  if (!is_tree && (route.algorithm != A::nvls || site.nodes == 1)) return std::nullopt;
  constexpr double most_transfers = 1 << 22;  // a rank makes 8 of each piece
  const double most = std::clamp(most_transfers / (8. * site.ranks), 1., 128.);
  const double size = static_cast<double>(size_of(call.collective).count);
  return static_cast<int>(std::clamp(
      std::round(size / at_a_time(site, is_tree ? nvls_tree_chunk(site, size) : nvls_chunk(site, size))), 1.,
      most));
}

}  // namespace commlab
