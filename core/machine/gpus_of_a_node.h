#pragma once
// Which GPUs form a node for a hierarchy, if the machine's file does not say it: the GPUs that need no
// network to reach one another, else the GPUs that share an NVSwitch.

#include "core/machine/topology.h"

namespace commlab {

// The number of GPUs in each such group, if all groups have the same number, and each has consecutive GPUs.
// 0 if there is only one group, or if the groups differ.
int gpus_of_a_node(const Topology&);

}  // namespace commlab
