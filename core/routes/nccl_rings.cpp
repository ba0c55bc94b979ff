#include "core/routes/nccl_rings.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "core/base/index.h"
#include "core/machine/bus_order.h"

namespace commlab {
namespace {

constexpr int most_channels = 64;  // of NCCL (MAXCHANNELS, 2.28); each has a ring
constexpr int most_searched = 64;  // GPUs of a node; the search takes seconds with more
constexpr int most_in_a_mesh = 4;  // (n-1)! rings are used; a larger mesh needs only a few

// Whether every two of the first `ranks` GPUs are joined by equal NVLinks, without a switch.
bool is_full_mesh(const Topology& topology, int ranks) {
  if (ranks < 3 || ranks > most_in_a_mesh) return false;
  std::vector<Bandwidth> bandwidths;
  for (const Link& link : topology.links) {
    if (link.type != LinkType::nvlink) continue;
    if (link.from >= topology.gpus || link.to >= topology.gpus) return false;
    if (link.from < ranks && link.to < ranks) bandwidths.push_back(link.bandwidth);
  }
  return static_cast<int>(bandwidths.size()) == ranks * (ranks - 1) &&
         std::ranges::all_of(bandwidths, [&](Bandwidth b) { return b == bandwidths.front(); });
}

bool has_nvlinks(const Topology& topology) {
  return std::ranges::any_of(topology.links, [](const Link& link) { return link.type == LinkType::nvlink; });
}

std::vector<std::vector<Rank>> every_order(int ranks) {
  std::vector<Rank> ring(index(ranks));
  std::iota(ring.begin(), ring.end(), 0);
  std::vector<std::vector<Rank>> rings;
  do rings.push_back(ring);
  while (std::next_permutation(ring.begin() + 1, ring.end()));
  return rings;
}

// The ranks of each node, in the order of its bus. The last node may have fewer.
std::vector<std::vector<Rank>> ranks_of_nodes(const Topology& topology, int ranks) {
  const BusOrder bus(topology);
  std::vector<std::vector<Rank>> nodes;
  for (int first = 0; first < ranks; first += topology.per_node) {
    nodes.push_back(bus.of(first, std::min(topology.per_node, topology.gpus - first)));
    std::erase_if(nodes.back(), [&](Rank gpu) { return gpu >= ranks; });
  }
  return nodes;
}

// Every ring visits the GPUs of a node in the order of its bus, beginning with the one at which it enters.
// Several rings enter a last node with fewer ranks at the same GPU.
std::vector<std::vector<Rank>> along_buses(const Topology& topology, int ranks,
                                           const std::vector<std::vector<Rank>>& heads) {
  const std::vector<std::vector<Rank>> nodes = ranks_of_nodes(topology, ranks);
  std::vector<std::vector<Rank>> rings;
  const int entries = heads.empty() ? topology.per_node : static_cast<int>(heads.front().size());
  for (int j = 0; j < std::min(entries, most_channels); ++j) {
    std::vector<Rank> ring;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      const std::vector<Rank>& here = nodes[node];
      const auto size = std::ssize(here);
      const auto at =
          heads.empty() ? j % size : std::ranges::find(here, heads[node][index(j)]) - here.begin();
      for (int i = 0; i < size; ++i) ring.push_back(here[index((at + i) % size)]);
    }
    rings.push_back(std::move(ring));
  }
  return rings;
}

}  // namespace

std::vector<std::vector<Rank>> nccl_rings(const Topology& topology, int ranks,
                                          const std::vector<std::vector<Rank>>& heads) {
  assert(ranks <= topology.gpus);
  const int per_node = topology.per_node;
  if (per_node > 0 && ranks > per_node) return along_buses(topology, ranks, heads);
  if (is_full_mesh(topology, ranks)) return every_order(ranks);
  if (has_nvlinks(topology)) return {};
  std::vector<Rank> along_the_bus = bus_order(topology, ranks);
  if (std::ranges::is_sorted(along_the_bus)) return {};
  return {std::move(along_the_bus)};
}

bool nodes_have_nvlinks_without_a_switch(const Topology& topology, int ranks) {
  const int gpus = topology.per_node;
  if (gpus == 0 || gpus > most_searched || ranks <= gpus) return false;
  bool any = false;
  for (const Link& link : topology.links) {
    if (link.type != LinkType::nvlink || (link.from >= gpus && link.to >= gpus)) continue;
    if (link.from >= gpus || link.to >= gpus) return false;
    any = true;
  }
  return any;
}

std::vector<std::vector<Rank>> rings_through_nodes(const Topology& topology, int ranks,
                                                   const std::vector<std::vector<int>>& visits) {
  const std::vector<std::vector<Rank>> nodes = ranks_of_nodes(topology, topology.gpus);
  std::vector<std::vector<Rank>> rings;
  for (const std::vector<int>& visit : visits) {
    assert(std::ssize(visit) == topology.per_node);
    std::vector<Rank> ring;
    for (const std::vector<Rank>& node : nodes)
      for (const int place : visit)
        if (index(place) < node.size() && node[index(place)] < ranks) ring.push_back(node[index(place)]);
    rings.push_back(std::move(ring));
  }
  return rings;
}

}  // namespace commlab
