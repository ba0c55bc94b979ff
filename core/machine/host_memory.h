#pragma once
// Copies through host memory, between GPUs that do not reach one another (P2P off).

#include "core/base/error.h"
#include "core/machine/machine.h"

namespace commlab {

// Whether the topology has a node of type memory.
bool shows_host_memory(const Topology&);

// The machine, on which every copy between GPUs goes through host memory. If its topology does not show that
// memory, what such copies cost tells how to add it: each GPU gets a bus, whose two directions share a rate,
// and GPUs below one PCIe switch share a way to the memory, too.
//
//     gpu0 --> in0 --> out0 --> gpu0        in0 to out0: both directions
//               ^        |
//               +- memory <-+
//
// An error names what is missing: there is no host memory, and what copies through it cost is not known.
Result<Machine> staged_through_memory(const Machine&);

}  // namespace commlab
