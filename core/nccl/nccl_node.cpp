#include "core/nccl/nccl_node.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/gbps.h"
#include "core/base/index.h"
#include "core/machine/bus_order.h"
#include "core/machine/gpu_model.h"

namespace commlab {
namespace {

using Type = NcclPathType;

constexpr double no_limit = 5000;  // GB/s; what NCCL counts within a device

// The rate of the class that is nearest to a measured rate, by ratio.
template <std::size_t n>
double nearest_class(double rate, const std::array<double, n>& classes) {
  return *std::ranges::min_element(classes, {}, [&](double c) { return std::abs(std::log(rate / c)); });
}
// PCIe with 16 lanes, generations 1 to 6.
double pcie_class(double rate) { return nearest_class(rate, std::array{3., 6., 12., 24., 48., 96.}); }

// What a NIC is sold as: messages get 90 % of it and more.
double nic_class(double rate) {
  for (const double sold : {1.25, 2.5, 3.125, 5., 6.25, 12.5, 25., 50., 100.})
    if (rate <= sold && rate >= 0.9 * sold) return sold;
  return rate;
}

// The first node of a machine: what its GPUs reach without a network, and the links of its NICs into it.
struct Wiring {
  const std::vector<Node>& nodes;
  std::vector<Link> links;
  std::vector<NodeId> nics;
};

Wiring first_node(const Topology& topology, int gpus) {
  std::vector<char> inside(topology.nodes.size());
  for (int gpu = 0; gpu < gpus; ++gpu) inside[index(gpu)] = 1;
  for (bool grew = true; grew;) {
    grew = false;
    for (const Link& link : topology.links) {
      if (link.type == LinkType::network || link.to < topology.gpus) continue;
      if (!inside[index(link.from)] || inside[index(link.to)]) continue;
      inside[index(link.to)] = 1;
      grew = true;
    }
  }
  Wiring wiring{.nodes = topology.nodes, .links = {}, .nics = {}};
  for (const Link& link : topology.links) {
    const bool starts = inside[index(link.from)] != 0, ends = inside[index(link.to)] != 0;
    if (link.type == LinkType::network ? starts || ends : starts && ends) wiring.links.push_back(link);
  }
  for (NodeId id = 0; id < static_cast<NodeId>(topology.nodes.size()); ++id)
    if (topology.nodes[index(id)].type == NodeType::nic && inside[index(id)]) wiring.nics.push_back(id);
  std::ranges::sort(wiring.nics, {}, [&](NodeId nic) { return in_name_order(topology.nodes[index(nic)]); });
  // Without NICs, a GPU that a link joins to the network is its own NIC.
  if (wiring.nics.empty())
    for (const Link& link : wiring.links)
      if (link.type == LinkType::network && link.from < gpus) wiring.nics.push_back(link.from);
  return wiring;
}

bool is_host(NodeType type) { return type == NodeType::cpu || type == NodeType::memory; }

// Searches paths within a node.
class Paths {
 public:
  Paths(const Wiring& wiring, int gpus, const std::vector<double>& rates)
      : wiring_(wiring), gpus_(gpus), rates_(rates), nvlinks_(index(gpus) * index(gpus)) {
    for (int first = 0; first < static_cast<int>(wiring.links.size()); ++first) {
      const Link& out = wiring.links[index(first)];
      if (out.from >= gpus || !is_nvlink(out)) continue;
      if (out.to < gpus) add_nvlinks({NcclPathType::nvl, rates[index(first)], {first}}, out.from, out.to);
      if (wiring.nodes[index(out.to)].type == NodeType::nvswitch) add_over_switch(first);
    }
  }

  // Over NVLinks alone, at most through one GPU.
  NcclPath over_nvlinks(int from, int to) const {
    NcclPath best = nvlink(from, to);
    if (best.type != Type::dis) return best;
    for (int relay = 0; relay < gpus_; ++relay) {
      if (relay == from || relay == to) continue;
      const NcclPath& first = nvlink(from, relay);
      const NcclPath& second = nvlink(relay, to);
      if (first.type == Type::dis || second.type == Type::dis) continue;
      const double bandwidth = std::min(first.bandwidth, second.bandwidth);
      if (bandwidth <= best.bandwidth) continue;
      best = {Type::nvb, bandwidth, first.links};
      best.links.insert(best.links.end(), second.links.begin(), second.links.end());
    }
    return best;
  }

  // Over PCIe, CPUs and host memory, never through another GPU or NIC: the fewest links, then the widest.
  NcclPath over_pcie(NodeId from, NodeId to) const {
    if (from == to) return {Type::pix, no_limit, {}};
    struct Reached {
      int hops = std::numeric_limits<int>::max();
      double bandwidth = 0;
      int link = -1;
    };
    std::vector<Reached> reached(wiring_.nodes.size());
    reached[index(from)] = {0, no_limit, -1};
    std::vector<NodeId> front = {from};
    for (int hops = 1; !front.empty() && reached[index(to)].link < 0; ++hops) {
      std::vector<NodeId> next;
      for (int id = 0; id < static_cast<int>(wiring_.links.size()); ++id) {
        const Link& link = wiring_.links[index(id)];
        if (link.type == LinkType::network || link.type == LinkType::nvlink) continue;
        if (std::ranges::find(front, link.from) == front.end()) continue;
        const NodeType type = wiring_.nodes[index(link.to)].type;
        if ((type == NodeType::gpu || type == NodeType::nic) && link.to != to) continue;
        Reached& there = reached[index(link.to)];
        const double bandwidth = std::min(reached[index(link.from)].bandwidth, rates_[index(id)]);
        if (there.hops < hops || (there.hops == hops && there.bandwidth >= bandwidth)) continue;
        if (there.hops != hops) next.push_back(link.to);
        there = {hops, bandwidth, id};
      }
      front = std::move(next);
    }
    NcclPath path;
    if (reached[index(to)].link < 0) return path;
    path.bandwidth = reached[index(to)].bandwidth;
    for (NodeId at = to; at != from; at = wiring_.links[index(path.links.back())].from)
      path.links.push_back(reached[index(at)].link);
    std::ranges::reverse(path.links);
    path.type = type_over_pcie(path.links);
    return path;
  }

  // The path to a NIC goes on into the network, and a path from it begins there.
  NcclPath through_port(NcclPath path, NodeId nic, bool leaves) const {
    for (int id = 0; id < static_cast<int>(wiring_.links.size()); ++id) {
      const Link& link = wiring_.links[index(id)];
      if (link.type != LinkType::network || (leaves ? link.from : link.to) != nic) continue;
      path.bandwidth = std::min(path.bandwidth, rates_[index(id)]);
      path.links.insert(leaves ? path.links.end() : path.links.begin(), id);
      break;
    }
    return path;
  }

 private:
  static bool is_nvlink(const Link& link) {
    return link.type == LinkType::nvlink || link.type == LinkType::other;
  }

  // Straight, or over one switch.
  const NcclPath& nvlink(int from, int to) const { return nvlinks_[index(from) * index(gpus_) + index(to)]; }

  void add_nvlinks(NcclPath path, int from, int to) {
    NcclPath& known = nvlinks_[index(from) * index(gpus_) + index(to)];
    if (from != to && path.bandwidth > known.bandwidth) known = std::move(path);
  }
  void add_over_switch(int first) {
    const Link& out = wiring_.links[index(first)];
    for (int second = 0; second < static_cast<int>(wiring_.links.size()); ++second) {
      const Link& in = wiring_.links[index(second)];
      if (in.from != out.to || in.to >= gpus_ || !is_nvlink(in)) continue;
      add_nvlinks({Type::nvl, std::min(rates_[index(first)], rates_[index(second)]), {first, second}},
                  out.from, in.to);
    }
  }

  Type type_over_pcie(const std::vector<int>& links) const {
    Type type = Type::pix;
    for (const int id : links) {
      const Link& link = wiring_.links[index(id)];
      const NodeType from = wiring_.nodes[index(link.from)].type, to = wiring_.nodes[index(link.to)].type;
      if (link.type == LinkType::socket) return Type::sys;
      if (is_host(from) || is_host(to))
        type = Type::phb;
      else if (from == NodeType::pcie_switch && to == NodeType::pcie_switch)
        type = std::max(type, Type::pxb);
    }
    return type;
  }

  const Wiring& wiring_;
  int gpus_;
  const std::vector<double>& rates_;
  std::vector<NcclPath> nvlinks_;  // from GPU a to b: at a * gpus + b
};

// To a NIC that another GPU has beside it, over NVLinks to that GPU: where the path is wider or avoids the
// CPU.
NcclPath through_another_gpu(const NcclNode& node, int gpu, int nic) {
  NcclPath best = node.path_to_nic(gpu, nic);
  if (best.type <= Type::pxb) return best;
  for (int other = 0; other < node.gpus; ++other) {
    const NcclPath& first = node.path(gpu, other);
    const NcclPath& second = node.path_to_nic(other, nic);
    if (other == gpu || first.type != Type::nvl || second.type > Type::pxb) continue;
    const double bandwidth = std::min(first.bandwidth, second.bandwidth);
    if (best.type < Type::phb && bandwidth <= best.bandwidth) continue;
    best = {Type::pxn, bandwidth, first.links};
    best.links.insert(best.links.end(), second.links.begin(), second.links.end());
  }
  return best;
}

std::vector<double> rates_in_nccl(const Wiring& wiring, const NcclNode& node, bool known,
                                  NcclVersion version) {
  std::vector<double> rates;
  for (const Link& link : wiring.links) {
    const double rate = GBps_of(link.bandwidth);
    switch (link.type) {
      case LinkType::nvlink:
        rates.push_back(known ? link.lanes * nccl_nvlink_rate(node.sm, version) : rate);
        break;
      case LinkType::pcie: rates.push_back(pcie_class(rate)); break;
      case LinkType::socket: rates.push_back(GBps_of(nccl_socket_rate(node.cpu))); break;
      case LinkType::network: rates.push_back(nic_class(rate)); break;
      case LinkType::memory: rates.push_back(no_limit); break;
      case LinkType::other: rates.push_back(rate); break;
    }
  }
  return rates;
}

// The nearest NIC of a GPU. Where several are equally near, it is the one that serves the fewest heads so
// far.
int nearest_nic(const NcclNode& node, int gpu, const std::vector<NcclHead>& heads) {
  std::vector<int> nics(index(node.nics));
  std::iota(nics.begin(), nics.end(), 0);
  return *std::ranges::min_element(nics, {}, [&](int nic) {
    return std::pair(node.path_to_nic(gpu, nic).type, std::ranges::count(heads, nic, &NcclHead::nic));
  });
}

}  // namespace

// src/graph/topo.h; the rates of 7.0 and 8.0 changed twice, with the speeds of the search (nccl_graph.cpp).
double nccl_nvlink_rate(int sm, NcclVersion version) {
  if (sm >= 100) return 40.1;
  if (sm >= 90) return version < NcclVersion{2, 21} ? 20 : 20.6;
  if (sm == 86) return 12;
  if (sm >= 70) return version < NcclVersion{2, 10} ? 21 : version < NcclVersion{2, 18} ? 22 : 20;
  return 18;
}

const NcclPath& NcclNode::path(int from, int to) const {
  return between_gpus[index(from) * index(gpus) + index(to)];
}
const NcclPath& NcclNode::path_to_nic(int gpu, int nic) const {
  return to_nic[index(gpu) * index(nics) + index(nic)];
}
const NcclPath& NcclNode::path_from_nic(int nic, int gpu) const {
  return from_nic[index(gpu) * index(nics) + index(nic)];
}

std::vector<NcclHead> heads_of(const NcclNode& node) {
  std::vector<NcclHead> heads;
  const bool share_evenly = node.nics > 0 && (node.nics % node.gpus == 0 || node.gpus % node.nics == 0);
  for (int gpu = 0; share_evenly && gpu < node.gpus; ++gpu)
    heads.push_back({gpu, nearest_nic(node, gpu, heads)});
  if (share_evenly || node.nics == 0) return heads;

  const int most_of_a_nic = std::max(1, (node.gpus + node.nics / 2) / node.nics);
  std::vector<int> used(index(node.nics));
  Type nearest = Type::dis;
  for (const NcclPath& path : node.from_nic) nearest = std::min(nearest, path.type);
  for (int gpu = 0; gpu < node.gpus; ++gpu)
    for (int nic = 0; nic < node.nics; ++nic) {
      if (node.path_from_nic(nic, gpu).type != nearest || used[index(nic)] == most_of_a_nic) continue;
      ++used[index(nic)];
      heads.push_back({gpu, nic});
      break;
    }
  return heads;
}

NcclNode nccl_node(const Machine& machine, int gpus, bool several_nodes, NcclVersion version) {
  assert(gpus <= machine.topology.gpus);
  const Wiring wiring = first_node(machine.topology, gpus);
  const Result<GpuModel> model = find_gpu_model(machine.gpu);
  constexpr int a100 = 80;
  NcclNode node{.gpus = gpus,
                .ranks = bus_order(machine.topology, gpus),
                .nics = several_nodes ? static_cast<int>(wiring.nics.size()) : 0,
                .sm = model && model->sm > 0 ? model->sm : a100,
                .version = version,
                .cpu = model ? model->usual_cpu : CpuModel{},
                .rccl = model && model->sm == 0,
                .multicast = machine.topology.multicast};
  node.capacity = rates_in_nccl(wiring, node, model && model->sm > 0, version);
  for (const Link& link : wiring.links) {
    node.measured.push_back(GBps_of(link.bandwidth));
    node.is_pcie.push_back(link.type == LinkType::pcie);
    node.is_nvlink.push_back(link.type == LinkType::nvlink);
  }

  const Paths paths(wiring, gpus, node.capacity);
  for (const int from : node.ranks)
    for (const int to : node.ranks) {
      NcclPath path = from == to ? NcclPath{Type::loc, no_limit, {}} : paths.over_nvlinks(from, to);
      if (path.type == Type::dis) path = paths.over_pcie(from, to);
      node.between_gpus.push_back(std::move(path));
    }
  std::vector<double> of_gpu(index(gpus));  // all NVLinks of each
  for (std::size_t id = 0; id < wiring.links.size(); ++id) {
    const Link& link = wiring.links[id];
    if (link.from >= gpus) continue;
    node.nvswitch |= wiring.nodes[index(link.to)].type == NodeType::nvswitch;
    const bool joins_gpus = link.type == LinkType::nvlink || link.type == LinkType::other;
    if (joins_gpus && !is_host(wiring.nodes[index(link.to)].type))
      of_gpu[index(link.from)] += node.capacity[id];
  }
  node.total_bandwidth = std::ranges::max(of_gpu);  // ncclTopoSearchInit, src/graph/search.cc
  for (int to = 1; node.total_bandwidth == 0 && to < gpus; ++to)
    node.total_bandwidth = node.path(0, to).bandwidth;

  for (const int gpu : node.ranks)
    for (int nic = 0; nic < node.nics; ++nic) {
      const NodeId there = wiring.nics[index(nic)];
      node.to_nic.push_back(paths.through_port(paths.over_pcie(gpu, there), there, true));
      node.from_nic.push_back(paths.through_port(paths.over_pcie(there, gpu), there, false));
    }
  const bool through_host = machine.nccl && (machine.nccl->behind_host || !machine.nccl->gpudirect);
  for (std::vector<NcclPath>* paths_of_nics : {&node.to_nic, &node.from_nic})
    for (NcclPath& path : *paths_of_nics)
      if (through_host) path.type = std::max(path.type, Type::phb);
  std::vector<NcclPath> with_pxn;
  for (int gpu = 0; gpu < gpus; ++gpu)
    for (int nic = 0; nic < node.nics; ++nic) with_pxn.push_back(through_another_gpu(node, gpu, nic));
  node.to_nic = std::move(with_pxn);
  if (node.total_bandwidth == 0 && node.nics > 0) node.total_bandwidth = node.path_to_nic(0, 0).bandwidth;

  // followPath, src/graph/search.cc; INTEL_P2P_OVERHEAD, src/graph/topo.h.
  if (node.cpu.vendor == "GenuineIntel")
    for (std::vector<NcclPath>* from_gpus : {&node.between_gpus, &node.to_nic})
      for (NcclPath& path : *from_gpus) path.through_intel = path.type == Type::phb;
  return node;
}

}  // namespace commlab
