#pragma once
// A machine reduced to some of its GPUs: the view of a job that was given 4 of 8 GPUs, or a pair.

#include <vector>

#include "core/machine/machine.h"

namespace commlab {

// GPU i of the part is gpus[i] of the whole; switches, sockets and NICs stay.
// REQUIRES: distinct GPUs of the machine.
Machine part_of(const Machine&, const std::vector<NodeId>& gpus);

}  // namespace commlab
