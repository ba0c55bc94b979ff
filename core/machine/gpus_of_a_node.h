#pragma once
// Which GPUs a hierarchy takes for a node, where a machine's file does not say: those that need no network to
// reach one another, else those that share an NVSwitch.

#include "core/machine/topology.h"

namespace commlab {

// How many, where all such groups have as many GPUs, next to one another by number; 0: there is one group, or
// they differ.
int gpus_of_a_node(const Topology&);

}  // namespace commlab
