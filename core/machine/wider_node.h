#pragma once
// A node with more GPUs than a known one, for tables of servers that no machine file describes.

#include "core/machine/machine.h"

namespace commlab {

// GPU g is joined to switches and hosts like GPU g mod n of the known node, which has n. NVLinks between two
// GPUs are joined to a switch instead. REQUIRES: a node, with at most so many GPUs.
Machine wider_node(const Machine&, int gpus);

}  // namespace commlab
