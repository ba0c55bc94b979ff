#pragma once
// Finds the links that a message takes.
//
// Routes by the rule `direct`: NVLink alone where it leads there, else what is inside the node, else
// any path; never through another GPU unless gpus_forward, or over NVLinks through one of nvlink_relays.
// Among these the fewest links, then the widest bottleneck, as far as links say how wide they are, then the
// GPUs and the switches with the first names. But GPUs of a node that share several NICs take them in turn,
// in the order of the bus (bus_order.h). So all nodes of a cluster are treated alike. The order in which a
// machine lists its links and switches does not matter, and neither does how it numbers GPUs that share NICs.
// Where a node has NICs, but none that its GPU reaches so, the message passes another GPU of the node, which
// has a NIC beside it: the nearest one before it (NCCL's PXN). Where the topology is staged: to the host
// memory with the fewest links to both ends, and from there; never over NVLink. The driver pipelines such
// copies, so the narrowest link sets the pace.

#include <vector>

#include "core/base/error.h"
#include "core/machine/topology.h"
#include "core/routes/adjacency.h"
#include "core/routes/way_search.h"

namespace commlab {

class Router {
 public:
  explicit Router(const Topology&);  // keeps a reference
  // Links in order. Empty if from == to. Returns an error that names both ends if no path leads there. Not to
  // be called from several threads at once.
  Result<std::vector<LinkId>> route(NodeId from, NodeId to);

 private:
  Result<std::vector<LinkId>> staged_route(NodeId from, NodeId to);

  const Topology& topology_;
  Adjacency adjacency_;
  WaySearch search_;
};

}  // namespace commlab
