#pragma once
// A machine reduced to some of its GPUs: the view of a job that was given 4 of 8 GPUs, or a pair.

#include <vector>

#include "core/machine/machine.h"

namespace commlab {

// How many of `gpus` each node has, one node after the other: 4 for gpu0..3 and gpu8..11 of nodes of eight.
// The last may have fewer. 0 if others differ.
int gpus_of_each_node(const Topology&, const std::vector<NodeId>& gpus);

// GPU i of the part is gpus[i] of the whole; switches, sockets and NICs stay. It has nodes if these GPUs are
// of several (gpus_of_each_node). REQUIRES: distinct GPUs of the machine.
Machine part_of(const Machine&, const std::vector<NodeId>& gpus);

}  // namespace commlab
