#pragma once
// Finds the links that a message takes.
//
// Routes by the rule `direct`: NVLink alone where it leads there, else what is inside the node, else
// any path; never through another GPU unless gpus_forward. Among these the fewest links, then the
// widest bottleneck, then the lowest link ids; but GPUs that share several NICs take them in turn.
// Finds one- and two-link routes without searching the whole graph.
// Where the topology is staged: to the host memory with the fewest links to both ends, and from there;
// never over NVLink. The driver pipelines such copies, so the narrowest link sets the pace.

#include <vector>

#include "core/base/error.h"
#include "core/machine/topology.h"

namespace commlab {

class Router {
 public:
  explicit Router(const Topology&);
  // Links in order. Empty if from == to. Returns an error that names both ends if no path leads there.
  Result<std::vector<LinkId>> route(NodeId from, NodeId to) const;

 private:
  Result<std::vector<LinkId>> staged_route(NodeId from, NodeId to) const;

  const Topology& topology_;
  std::vector<std::vector<LinkId>> out_;
  std::vector<std::vector<LinkId>> in_;
};

}  // namespace commlab
