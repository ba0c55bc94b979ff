#pragma once
// Two GPUs that reach one another only through host memory, as the driver copies between them without
// peer-to-peer access (P2P off).

#include "core/machine/machine.h"

namespace commlab {

// GPUs 0 and 1 are `a` and `b`. Each has a bus, whose two directions share a rate; GPUs below one PCIe
// switch share the switch's way to the memory, too.
//
//     gpu0 --> in0 --> out0 --> gpu0        in0 to out0: both directions
//               ^        |
//               +- memory <-+
//
// REQUIRES: machine.staged is known; two distinct GPUs of the machine.
Machine staged_pair(const Machine&, NodeId a, NodeId b);

}  // namespace commlab
