#include "sim/engine/tiles.h"

#include <algorithm>
#include <numeric>

#include "core/base/index.h"
#include "sim/engine/switch_ports.h"

namespace commlab {
namespace {

constexpr int shared = -1;  // the tile of a switch that joins tiles

// GPUs that one NVSwitch joins by equal links, so many in a tile. Where NVLinks join all GPUs, messages use
// no other link.
std::optional<Tiles> gpus_of_a_switch(const Topology& topology, int ranks, int of_a_tile) {
  if (ranks % of_a_tile != 0 || ranks == of_a_tile) return std::nullopt;
  const std::optional<SwitchPorts> ports = ports_of_one_switch(topology);
  if (!ports) return std::nullopt;
  Tiles tiles{.ranks = of_a_tile,
              .count = ranks / of_a_tile,
              .in_first = std::vector<LinkId>(topology.links.size(), Tiles::no_link)};
  const Link& first = topology.links[ports->up[0]];
  for (const std::vector<LinkId>* side : {&ports->up, &ports->down})
    for (Rank gpu = 0; gpu < topology.gpus; ++gpu) {
      const Link& link = topology.links[(*side)[gpu]];
      if (link.bandwidth != first.bandwidth || link.latency != first.latency) return std::nullopt;
      if (gpu < ranks) tiles.in_first[(*side)[gpu]] = (*side)[gpu % of_a_tile];
    }
  return tiles;
}

// The copies of a node side by side, as core/machine/cluster.h lays them: first all GPUs, then the other
// parts of one node after the other, then the switches of the network.
class Nodes {
 public:
  // REQUIRES: the topology has nodes.
  explicit Nodes(const Topology& topology)
      : topology_(topology), nodes_(std::max(1, topology.gpus / topology.per_node)) {
    const auto is_switch = [](const Node& node) { return node.type == NodeType::network_switch; };
    const auto found = std::ranges::find_if(topology.nodes, is_switch);
    first_switch_ = static_cast<NodeId>(found - topology.nodes.begin());
    parts_ = (first_switch_ - topology.gpus) / nodes_;
  }

  // Whether every node has equally many parts.
  bool are_copies() const {
    return topology_.gpus == nodes_ * topology_.per_node && topology_.gpus + nodes_ * parts_ == first_switch_;
  }

  // REQUIRES for both: are_copies(). The smallest tiles of so many nodes, or twice, or three times as many,
  // that have a multiple of `repeat` ranks, if they are equal.
  std::optional<Tiles> tiles_of(int nodes, int ranks, int repeat) {
    if (nodes == 0) return std::nullopt;
    const int of_a_tile = std::lcm(nodes * topology_.per_node, repeat);
    if (ranks % of_a_tile != 0 || ranks <= of_a_tile) return std::nullopt;
    if (topology_.gpus % of_a_tile != 0) return std::nullopt;
    if (!set_places(of_a_tile / topology_.per_node)) return std::nullopt;
    Tiles tiles{.ranks = of_a_tile, .count = ranks / of_a_tile};
    if (!compare_links(tiles)) return std::nullopt;
    return tiles;
  }

  // How many nodes hang below the first switch of the network.
  int nodes_below_a_leaf() const {
    std::vector<bool> below(index(nodes_));
    for (const Link& link : topology_.links)
      if (link.to == first_switch_ && link.from < first_switch_) below[node_of(link.from)] = true;
    return static_cast<int>(std::ranges::count(below, true));
  }

 private:
  // A part's tile, and its place there. A shared switch has a place of its own below 0.
  struct Place {
    int tile = shared;
    int place = 0;
    bool operator==(const Place&) const = default;
  };

  int node_of(NodeId part) const {
    return part < topology_.gpus ? part / topology_.per_node : (part - topology_.gpus) / parts_;
  }

  // Whether parts at the same place are of the same type.
  bool set_places(int nodes_of_a_tile) {
    const int gpus = nodes_of_a_tile * topology_.per_node;
    const int others = nodes_of_a_tile * parts_;
    places_.assign(topology_.nodes.size(), {});
    for (NodeId part = 0; part < topology_.gpus; ++part) places_[part] = {part / gpus, part % gpus};
    for (NodeId part = topology_.gpus; part < first_switch_; ++part) {
      const int nth = part - topology_.gpus;
      places_[part] = {nth / others, gpus + nth % others};
      const NodeId alike = topology_.gpus + nth % others;
      if (topology_.nodes[part].type != topology_.nodes[alike].type) return false;
    }
    set_places_of_switches(gpus + others);
    return true;
  }

  // A switch belongs to a tile if it joins only parts of this tile and other switches.
  void set_places_of_switches(int first_place) {
    constexpr int nothing_below = -2;
    std::vector<int> below(topology_.nodes.size(), nothing_below);
    for (const Link& link : topology_.links) {
      if (link.to < first_switch_ || link.from >= first_switch_) continue;
      const int tile = places_[link.from].tile;
      below[link.to] = below[link.to] == nothing_below || below[link.to] == tile ? tile : shared;
    }
    std::vector<int> next(index(nodes_), first_place);  // by tile
    for (NodeId part = first_switch_; part < static_cast<NodeId>(topology_.nodes.size()); ++part)
      places_[part] = below[part] >= 0 ? Place{below[part], next[below[part]]++} : Place{shared, -1 - part};
  }

  // Whether the n-th links of all tiles are equal.
  bool compare_links(Tiles& tiles) const {
    tiles.in_first.assign(topology_.links.size(), Tiles::no_link);
    std::vector<LinkId> first;                      // the links of the first tile
    std::vector<std::size_t> links(index(nodes_));  // by tile
    for (LinkId id = 0; id < static_cast<LinkId>(topology_.links.size()); ++id)
      if (tile_of(topology_.links[id]) == 0) first.push_back(id);
    for (LinkId id = 0; id < static_cast<LinkId>(topology_.links.size()); ++id) {
      const int tile = tile_of(topology_.links[id]);
      if (tile == shared || tile >= tiles.count) continue;
      const std::size_t nth = links[tile]++;
      if (nth >= first.size() || !alike(topology_.links[id], topology_.links[first[nth]])) return false;
      tiles.in_first[id] = first[nth];
    }
    return std::all_of(links.begin(), links.begin() + tiles.count,
                       [&](std::size_t count) { return count == first.size(); });
  }

  // `shared` for a link between shared switches, or between two tiles.
  int tile_of(const Link& link) const {
    const int from = places_[link.from].tile, to = places_[link.to].tile;
    return from == to || to == shared ? from : from == shared ? to : shared;
  }

  bool alike(const Link& a, const Link& b) const {
    return places_[a.from].place == places_[b.from].place && places_[a.to].place == places_[b.to].place &&
           a.type == b.type && a.bandwidth == b.bandwidth && a.latency == b.latency;
  }

  const Topology& topology_;
  int nodes_;
  NodeId first_switch_;
  int parts_;  // of a node, besides its GPUs
  std::vector<Place> places_;
};

}  // namespace

std::optional<Tiles> equal_tiles(const Topology& topology, int ranks, int repeat) {
  if (ranks < 2 || ranks > topology.gpus || ranks % repeat != 0 || topology.staged) return std::nullopt;
  if (auto tiles = gpus_of_a_switch(topology, ranks, repeat)) return tiles;
  if (topology.per_node == 0) return std::nullopt;
  Nodes nodes(topology);
  if (!nodes.are_copies()) return std::nullopt;
  if (auto tiles = nodes.tiles_of(1, ranks, repeat)) return tiles;
  return nodes.tiles_of(nodes.nodes_below_a_leaf(), ranks, repeat);
}

}  // namespace commlab
