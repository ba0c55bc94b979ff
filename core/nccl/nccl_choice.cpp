#include "core/nccl/nccl_choice.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "core/nccl/nccl_tuning.h"

namespace commlab {
namespace {

using A = NcclAlgorithm;
using P = NcclProtocol;
using Kind = CollectiveKind;

bool is_half(Kind kind) { return kind == Kind::all_gather || kind == Kind::reduce_scatter; }
bool is_collnet(A a) { return a == A::collnet_direct || a == A::collnet_chain; }
double floor_log2(int n) { return std::bit_width(static_cast<unsigned>(n)) - 1; }

// Steps of a ring: those of all ranks together take so many shares of the vector.
int steps_of(Kind kind, int ranks) {
  if (kind == Kind::all_reduce) return 2 * (ranks - 1);
  return is_half(kind) ? ranks - 1 : ranks;
}

class Estimates {
 public:
  // Keeps references.
  Estimates(const NcclComm& comm, const NcclTuning& tuning, CollectiveKind kind)
      : comm_(comm), tuning_(tuning), kind_(kind) {}

  NcclEstimate of(A a, P p) const { return {latency(a, p), bandwidth(a, p)}; }

 private:
  // Section by section as in ncclTopoTuneModel: the speed of the channels, what the protocol makes of it, and
  // the ratio of algorithm to links.
  double bandwidth(A a, P p) const {
    const NcclGraph& graph = comm_.graph_of(a);
    const int n = comm_.ranks, nodes = comm_.nodes, channels = graph.channels;
    const bool all_reduce = kind_ == Kind::all_reduce;
    const bool multicasts = a == A::nvls || a == A::nvls_tree;
    double channel = nodes <= 2 || is_collnet(a) ? graph.intra : graph.inter;
    if (multicasts && tuning_.nvls_efficiency > 0) {
      double inside = graph.intra * tuning_.nvls_efficiency * (channels - 1) / channels;
      inside *= all_reduce ? 2 : (comm_.per_node() - 1) / comm_.per_node();
      const double between = a == A::nvls_tree && nodes <= 2 ? 2 * graph.inter : graph.inter;
      channel = std::min(inside, between);
    }
    if (a == A::nvls_tree) channel = std::min(channel, tuning_.nvls_tree_channel.at(nodes));
    double links = channels * channel;
    if (tuning_.most_of_all > 0) links = std::min(links, tuning_.most_of_all);

    if (a == A::ring && p == P::ll) links = std::min(ll_most(), links * ring_ll_share());
    if (a == A::ring && p == P::ll128) {
      const double share = comm_.per_node() < 2 ? tuning_.ring_ll128_share_alone : .92;
      links = std::min(links * share, channels * tuning_.ring_ll128_channel.at(nodes));
    }
    if (a == A::tree) links = tree_links(p, links, graph);
    if (a == A::pat) links *= tuning_.pat_share;
    if (a == A::collnet_direct) links *= collnet_direct_share(channels);

    const bool ring_like = a == A::ring || (multicasts && all_reduce && tuning_.nvls_ratio == 0);
    if (ring_like) return links * n / steps_of(kind_, n);
    if (multicasts && all_reduce) return links * tuning_.nvls_ratio;
    return all_reduce ? links * .5 : links;
  }

  double collnet_direct_share(int channels) const {
    const double heads = comm_.per_node() / channels;
    return (comm_.node.sm >= 90 ? .85 : 1) / (heads - (heads - 1) / 2);
  }

  double ll_most() const {
    const bool amd = comm_.node.cpu.vendor == "AuthenticAMD";
    const std::size_t row = comm_.nodes == 1 ? static_cast<std::size_t>(generation_of(comm_.node.sm))
                            : amd            ? 1
                                             : 0;
    return tuning_.ll_most[row].at(comm_.nodes);
  }
  double ring_ll_share() const {
    const bool reduces = kind_ == Kind::all_reduce || kind_ == Kind::reduce_scatter || kind_ == Kind::reduce;
    return comm_.nodes == 1 && !reduces ? tuning_.ring_ll_share_one_node : tuning_.ring_ll_share;
  }

  double tree_links(P p, double links, const NcclGraph& graph) const {
    const int nodes = comm_.nodes;
    links = std::min(links * .92, graph.channels * tuning_.tree_channel.at(nodes));
    if (p == P::ll) links = std::min(links / 3.8, ll_most());
    if (p == P::ll128)
      links = std::min(links * (nodes == 1 ? 7. / 9 : 120. / 128),
                       graph.channels * tuning_.tree_ll128_channel.at(nodes));
    return graph.pattern == NcclPattern::tree ? links * .85 : links;
  }

  // Microseconds.
  double latency(A a, P p) const {
    const NcclGraph& graph = comm_.graph_of(a);
    const int n = comm_.ranks, nodes = comm_.nodes;
    const double per_node = comm_.per_node();
    double inside = (graph.type_intra == NcclPathType::nvl ? tuning_.over_nvlink : tuning_.over_pcie)[a][p];
    if (p == P::ll && nodes > 1) inside *= tuning_.ll_hop_between_nodes;
    const double between = tuning_.over_network[comm_.ranks == nodes ? A::tree : a][p];
    const double base = tuning_.base[a][p];
    switch (a) {
      case A::ring: return base + (is_rooted() ? rooted_hops(p, graph) : ring_hops(p, inside, between));
      case A::tree: return base + 2 * ((per_node - 1) * inside + floor_log2(nodes) * between);
      case A::nvls: return base + inside + (nodes > 1 ? between : 0);
      case A::nvls_tree: return base + inside + 2 * floor_log2(nodes) * between;
      case A::pat: return base + floor_log2(nodes) * between / 3.5 + 2.8 * n;
      case A::collnet_direct:
        return base + 2 * (std::min(1., per_node - 1) * inside + (per_node - 1) * .4) + between;
      case A::collnet_chain: return base + 2 * (per_node - 1) * inside + between;
    }
    return base;
  }

  bool is_rooted() const { return kind_ == Kind::broadcast || kind_ == Kind::reduce; }
  double rooted_hops(P p, const NcclGraph& ring) const {
    const PerAlgorithm& link = comm_.nodes > 1                        ? tuning_.over_network
                               : ring.type_intra == NcclPathType::nvl ? tuning_.over_nvlink
                                                                      : tuning_.over_pcie;
    if (ring.same_channels) return link[A::ring][p];
    return comm_.ranks * link[p == P::simple ? A::tree : A::ring][p];
  }

  double ring_hops(P p, double inside, double between) const {
    const int n = comm_.ranks, nodes = comm_.nodes;
    const int last = tuning_.last_node_twice && kind_ == Kind::all_reduce ? nodes : nodes - 1;
    const int crossing = nodes == 1 ? 0 : kind_ == Kind::all_reduce ? 2 * last : last;
    return (steps_of(kind_, n) - crossing) * std::max(inside, posting(p)) + crossing * between;
  }

  // What a CPU needs to post a message to the network.
  double posting(P p) const {
    if (comm_.nodes == 1 || !tuning_.counts_posting) return 0;
    const double once = comm_.node.cpu.vendor == "AuthenticAMD" ? 2 : 1;
    return p == P::simple ? 3 * once : once;
  }

  const NcclComm& comm_;
  const NcclTuning& tuning_;
  Kind kind_;
};

bool has_plateau(const NcclComm& comm, const NcclTuning& tuning, const Collective& c) {
  if (comm.nodes == 1 || c.kind != Kind::all_reduce) return false;
  const double size = static_cast<double>(size_of(c).count);
  return tuning.plateau_by_channel ? size / (comm.channels * comm.ranks) >= 64
                                   : size >= comm.ranks / 16. * 65536;
}

double time_of(const NcclComm& comm, const Collective& c, const NcclTuning& tuning,
               const NcclCandidate& way) {
  double latency = way.estimate.latency_us, bandwidth = way.estimate.bandwidth_GBps;
  if (way.algorithm == A::tree) bandwidth *= tree_correction(comm.settings.version, way.protocol, size_of(c));
  if (way.algorithm == A::ring && way.protocol == P::simple && has_plateau(comm, tuning, c))
    latency *= tuning.plateau;
  return latency + static_cast<double>(size_of(c).count) / (1000 * bandwidth);
}

bool can_reduce_in_a_switch(const Collective& c) {
  if (c.kind == Kind::all_gather) return true;
  const bool ordered = c.op == ReduceOp::sum || c.op == ReduceOp::min || c.op == ReduceOp::max;
  switch (c.dtype) {
    case DataType::int32:
    case DataType::int64:
    case DataType::uint32:
    case DataType::uint64:
    case DataType::float16:
    case DataType::bfloat16: return ordered;
    case DataType::float32:
    case DataType::float64: return c.op == ReduceOp::sum;
    case DataType::int8:
    case DataType::uint8:
    case DataType::float8_e4m3:
    case DataType::float8_e5m2: return false;
  }
  return false;
}

// Through the network's switches (its plugin for SHARP).
std::string_view why_not_collnet(const NcclComm& comm, const Collective& c, A algorithm) {
  constexpr int most_gpus_of_a_node = 8;
  if (!comm.collnet) return "needs a network that reduces";
  if (c.kind != Kind::all_reduce) return "over several nodes, only all_reduce is simulated in the network";
  if (comm.per_node() > most_gpus_of_a_node) return "needs at most 8 GPUs on each node";
  if (algorithm == A::collnet_direct && !comm.node.nvswitch) return "needs NVSwitches";
  return can_reduce_in_a_switch(c) ? "" : "a switch cannot reduce this type with this operation";
}

std::string_view why_not_multicast(const NcclComm& comm, const Collective& c, A algorithm) {
  if (!comm.node.multicast || comm.node.sm < 90) return "needs NVSwitches that multicast, since Hopper";
  if (comm.nvls.channels == 0) return "no channel fits";
  if (algorithm == A::nvls && comm.nodes > 1 && !comm.collnet)
    return "over several nodes it needs a network that reduces";
  if (algorithm == A::nvls && comm.nodes > 1 && c.kind != Kind::all_reduce)
    return "over several nodes, only all_reduce is simulated in the network";
  if (algorithm == A::nvls_tree && comm.nodes == 1) return "there is only one node";
  if (!can_reduce_in_a_switch(c)) return "a switch cannot reduce this type with this operation";
  return {};
}

template <class Value>
bool is_asked(const std::vector<Value>& asked, Value value) {
  return asked.empty() || std::ranges::find(asked, value) != asked.end();
}

std::string_view why_not(const NcclComm& comm, const Collective& c, A a, P p) {
  const NcclSettings& settings = comm.settings;
  if (!is_asked(settings.algorithms, a)) return "NCCL_ALGO excludes it";
  if (!is_asked(settings.protocols, p)) return "NCCL_PROTO excludes it";
  if (comm.ranks == 1 && (a != A::ring || p != P::simple)) return "one rank only copies";
  if (is_collnet(a)) return why_not_collnet(comm, c, a);
  if (a == A::nvls || a == A::nvls_tree) return why_not_multicast(comm, c, a);
  if (a == A::pat && comm.ranks != comm.nodes) return "PAT is used with one GPU on each node";
  if (p == P::ll128 && settings.protocols.empty()) return why_not_ll128(comm);
  return {};
}

bool only_simple(A a) { return a != A::ring && a != A::tree; }

int most_threads(const NcclComm& comm, A a, P p) {
  if (p == P::ll128 || only_simple(a)) return 640;
  if (comm.settings.threads > 0) return comm.settings.threads;
  constexpr double one_gen3_slot = 12;  // GB/s
  const bool slow = a == A::ring && p == P::simple && comm.ring.intra * comm.ring.channels <= one_gen3_slot;
  return slow ? 256 : 512;
}

// Each thread wants this many bytes of work.
std::int64_t bytes_of_a_thread(const NcclComm& comm, A a, P p) {
  if (p == P::simple) return 64;
  return p == P::ll && a == A::ring ? std::int64_t{8} * comm.ranks : 8;
}

// What crosses the links for each byte of size.
int traffic_of_a_byte(Kind kind) { return kind == Kind::all_reduce ? 2 : 1; }

}  // namespace

std::string_view why_not_ll128(const NcclComm& comm) {
  const NcclVersion version = comm.settings.version;
  const int sm = comm.node.sm;
  const bool listed = version >= NcclVersion{2, 27} || sm == 70 || sm == 80 || sm == 90 ||
                      (version >= NcclVersion{2, 25} && (sm == 100 || sm == 120));
  if (sm < 70 || !listed || comm.node.rccl) return "LL128 is not used on this GPU";
  for (const NcclGraph* graph : {&comm.ring, &comm.tree})
    if (graph->type_intra > NcclPathType::nvb) return "LL128 needs NVLinks between the GPUs";
  const NcclPathType worst = sm >= 90 ? NcclPathType::pxn : NcclPathType::pxb;
  for (const NcclGraph* graph : {&comm.ring, &comm.tree})
    if (comm.nodes > 1 && graph->type_inter > worst) return "LL128 needs NICs beside the GPUs";
  return {};
}

bool is_tuned_by_nccl(CollectiveKind kind) {
  return kind == Kind::all_reduce || is_half(kind) || kind == Kind::broadcast || kind == Kind::reduce;
}

std::vector<NcclCandidate> nccl_candidates_of(const NcclComm& comm, const Collective& c) {
  assert(is_tuned_by_nccl(c.kind));
  const NcclVersion version = comm.settings.version;
  const NcclTuning tuning = nccl_tuning(version, comm.node.sm, c.kind);
  const Estimates estimates(comm, tuning, c.kind);
  std::vector<NcclCandidate> candidates;
  for (const NamedValue<A>& algorithm : nccl_algorithm_names) {
    if (!has_algorithm(version, algorithm.value, c.kind)) continue;
    for (const NamedValue<P>& protocol : nccl_protocol_names) {
      if (only_simple(algorithm.value) && protocol.value != P::simple) continue;
      NcclCandidate candidate{.algorithm = algorithm.value, .protocol = protocol.value};
      candidate.excluded = why_not(comm, c, candidate.algorithm, candidate.protocol);
      const bool lacks_network = is_collnet(candidate.algorithm) && !comm.collnet;
      if (!lacks_network && comm.graph_of(candidate.algorithm).channels > 0 && comm.ranks > 1) {
        candidate.estimate = estimates.of(candidate.algorithm, candidate.protocol);
        if (candidate.estimate.bandwidth_GBps > 0)
          candidate.time_us = time_of(comm, c, tuning, candidate);
        else
          candidate.estimate = {};  // NCCL counts no bandwidth, and never takes it
      }
      if (candidate.excluded.empty() && candidate.time_us == 0 && comm.ranks > 1)
        candidate.excluded = "no channel was found";
      candidates.push_back(std::move(candidate));
    }
  }
  return candidates;
}

NcclWay nccl_way_of(const NcclComm& comm, const Collective& c, const NcclCandidate& found) {
  const A a = found.algorithm;
  const P p = found.protocol;
  NcclWay way{.algorithm = a, .protocol = p, .time_us = found.time_us};
  const std::int64_t size = size_of(c).count, each = bytes_of_a_thread(comm, a, p);
  way.threads = most_threads(comm, a, p);
  way.channels = a == A::nvls || a == A::nvls_tree ? comm.nvls_channels : comm.channels;
  if (a == A::ring || a == A::tree || a == A::pat) {
    // PAT counts no threads here, so it keeps its channels.
    while (a != A::pat && way.channels >= 2 && size < way.channels * way.threads * each) --way.channels;
    while (way.threads % 128 == 0 && size < way.channels * way.threads * each) way.threads /= 2;
    constexpr std::int64_t least_traffic = 16 << 10;
    const std::int64_t traffic = size * traffic_of_a_byte(c.kind) * (p == P::ll ? 4 : 1);
    way.channels = static_cast<int>(std::clamp<std::int64_t>(traffic / least_traffic, 1, way.channels));
  }
  if (a == A::ring && p == P::simple) way.threads += 32;  // a warp that synchronizes
  if (a == A::tree && p == P::simple) way.threads += 128;
  if (a == A::tree || a == A::pat) way.threads = 640;
  way.threads = std::max(way.threads, 96);
  return way;
}

Result<NcclWay> nccl_way(const NcclComm& comm, const Collective& c) {
  const NcclCandidate* best = nullptr;
  const std::vector<NcclCandidate> candidates = nccl_candidates_of(comm, c);
  for (const NcclCandidate& candidate : candidates)
    if (candidate.excluded.empty() && (best == nullptr || candidate.time_us < best->time_us))
      best = &candidate;
  if (best == nullptr)
    return fail(
        "NCCL {} has no algorithm for {} here that the settings leave; see commlab explain --algorithm nccl",
        to_human(comm.settings.version), name_of(c.kind));
  return nccl_way_of(comm, c, *best);
}

std::vector<NcclSwitch> nccl_switches(const NcclComm& comm, const Collective& c) {
  std::vector<NcclSwitch> switches;
  for (int doublings = 3; doublings <= 33; ++doublings) {
    Collective sized_collective = c;
    const Bytes size{std::int64_t{1} << doublings};
    sized_collective.count = count_for(c.kind, c.ranks, c.dtype, size);
    const Result<NcclWay> way = nccl_way(comm, sized_collective);
    if (!way) return {};
    const bool same = !switches.empty() && switches.back().way.algorithm == way->algorithm &&
                      switches.back().way.protocol == way->protocol;
    if (!same) switches.push_back({size, *way});
  }
  return switches;
}

}  // namespace commlab
