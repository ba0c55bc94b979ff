#pragma once
// The part of a topology that a collective of the first `ranks` GPUs can use: its ranks, which may relay
// anything, all switches and hosts, and the links among them. Other GPUs take part only if GPUs forward
// messages by themselves.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/bounds/bounds.h"
#include "core/bounds/max_flow.h"
#include "core/machine/topology.h"

namespace commlab {

struct Fabric {
  const Topology& topology;
  int ranks;
  std::vector<LinkId> links;
};
Fabric fabric_of(const Topology&, int ranks, LinkChoice);

// Whether data leave a set of nodes or enter it.
enum class Way : std::uint8_t { out, in };

// A set of nodes, and what can cross its border in one direction.
struct Cut {
  Way way;
  std::vector<NodeId> inside;
  Flow capacity;  // bytes per second
};

// The one link that crosses, "gpu3 -> nvswitch", or the links "out of gpu0, gpu1" or "into gpu4..7".
Bottleneck bottleneck_at(const Cut&, const Fabric&);

class CutFinder {
 public:
  CutFinder(const Fabric&, Way);
  // The narrowest cut that has the whole group inside and every other rank outside; in time
  // O(links) a flow. REQUIRES: the group is neither empty nor everyone.
  Cut around(const std::vector<Rank>& group);
  // The narrowest cut with `from` inside and `to` outside; the other ranks may be on either side.
  Cut between(Rank from, Rank to);
  // A cut with `to` outside for which (ranks inside) / (capacity of the cut) > units / capacity; nullopt
  // if there is none. Then one unit of each rank can reach `to` in the time units / capacity.
  std::optional<Cut> fuller_than(Flow units, Flow capacity, Rank to);
  // The cut with this rank alone inside: its own links. Fast, and never narrower than around().
  Cut around_alone(Rank) const;

 private:
  int source() const { return static_cast<int>(fabric_.topology.nodes.size()); }
  int sink() const { return source() + 1; }
  std::pair<NodeId, NodeId> ends_of(LinkId) const;  // in the direction that `way` names
  void set_ends(Flow from_source, Flow to_sink);
  void scale_links(Flow factor);
  Cut narrowest();

  const Fabric& fabric_;
  Way way_;
  std::vector<Flow> own_;  // capacity of each rank's own links
  FlowNetwork network_;
  std::vector<int> link_arcs_;
  std::vector<int> from_source_;  // number of each rank's arc from the source
  std::vector<int> to_sink_;
};

}  // namespace commlab
