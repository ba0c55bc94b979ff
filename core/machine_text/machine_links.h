#pragma once
// Links as a machine file writes them, one short line for a link or a whole bundle:
//
//   "gpu0 <-> gpu1  4x nvlink"              four NVLinks, both directions; numbers from [link.nvlink]
//   "gpu0..7 <-> nvswitch  450GB/s 350ns"   eight links; the type follows from what they join
//   "cpu0 -> cpu1  socket 20GB/s"           one direction; no latency
//   "each gpu0..7 <-> plx0..3  pcie"        gpu0 and gpu1 to plx0, gpu2 and gpu3 to plx1, ...
//
// In words: ENDS, arrow, ENDS, then optionally how many are bonded, a type, the bandwidth and
// the latency of each. Every node on the left is joined to every node on the right. After `each`, nodes
// are joined one to one, in order; if one side has more nodes, as many neighbours of that side share
// each node of the other side. Errors are sentences without file and line.

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/error.h"
#include "core/machine/topology.h"

namespace commlab {

// The numbers that a file gives once for all links of a type.
struct LinkKind {
  LinkType type = LinkType::other;
  Bandwidth bandwidth;  // bandwidth of one link; 0: each link gives its own
  Time latency;
};
using LinkKinds = std::map<std::string, LinkKind, std::less<>>;

Result<LinkType> parse_link_type(std::string_view);
Result<NodeType> parse_node_type(std::string_view);

// Wires a topology, line by line. The time does not grow with the nodes that are there already. More nodes or
// links than a machine may have (core/machine/machine.h) are an error.
class WiringReader {
 public:
  explicit WiringReader(Topology& topology) : topology_(topology) {}

  void add_gpus(int gpus);
  // "cpu0..7" adds eight nodes, "root" one.
  Status add_nodes(std::string_view names, NodeType);
  Status add_links(const LinkKinds&, std::string_view line);
  // Joins every two GPUs that no link joins: "sys", or "socket 7.5GB/s".
  Status join_every_other_pair(const LinkKinds&, std::string_view what);

 private:
  Status add_links_of(const LinkKinds&, std::vector<std::string_view> words);
  Result<std::vector<NodeId>> nodes_of(std::string_view text) const;

  Topology& topology_;
  std::unordered_map<std::string, NodeId> ids_;  // of the nodes that were added here
};

// The line that add_links reads as this link. REQUIRES: its bandwidth is a multiple of its lanes.
std::string link_line(const Topology&, const Link&, bool both_directions);

}  // namespace commlab
