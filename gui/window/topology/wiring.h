#pragma once
// What of a trace's machine its picture shows: the boxes and wires, and what is special about them.

#include <vector>

#include "core/trace/trace.h"
#include "gui/picture/wiring.h"

namespace commlab {

// The topology of a trace; of ranks that are wired to nothing we know of, the ranks alone.
Topology topology_of(const Trace&);

// Wires of equal kind are shown or left out together, so that the picture stays a machine.
Wiring shown_part(const Trace&, const Topology&);

// Of each wire: messages of the trace go in both directions.
std::vector<bool> two_way_wires(const Trace&, const Wiring&);

// The sides of a mesh or torus, the fastest last; empty where GPUs are joined otherwise. A ring is none.
std::vector<int> lattice_sides(const Wiring&);

// What boxes of a row are called together, the longer name first; may be nothing.
std::vector<const char*> plural_of(NodeType);

}  // namespace commlab
