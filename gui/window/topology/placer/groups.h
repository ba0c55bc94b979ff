#pragma once
// The groups of boxes in a machine's picture: the nodes of a cluster, or the GPUs under each leaf switch of a
// fat tree.

#include <vector>

#include "core/machine/topology.h"
#include "gui/picture/wiring.h"

namespace commlab {

struct BoxGroups {
  std::vector<std::vector<int>> boxes;  // one list for each group
  bool under_leaves = false;            // a group is the GPUs under a leaf switch, else a node
};

// There are none on other machines. REQUIRES: the wiring is that of the topology, or a part of it.
BoxGroups groups_of(const Topology&, const Wiring&);

}  // namespace commlab
