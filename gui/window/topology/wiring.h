#pragma once
// The boxes and wires of a trace's machine that its picture shows.

#include <vector>

#include "core/trace/trace.h"
#include "gui/picture/wiring.h"

namespace commlab {

// The topology of a trace. If the wiring is not known, it has only the ranks.
Topology topology_of(const Trace&);

// Wires of one kind are all shown or all left out, so that the picture still looks like a machine.
Wiring shown_part(const Trace&, const Topology&);

// For each wire: whether messages of the trace go in both directions.
std::vector<bool> two_way_wires(const Trace&, const Wiring&);

// The sides of a mesh or torus, the fastest last; empty if the GPUs are connected in another way. A ring is
// not a torus here.
std::vector<int> lattice_sides(const Wiring&);

// Names for a row of boxes of this type, the longer name first; may be empty.
std::vector<const char*> plural_of(NodeType);

}  // namespace commlab
