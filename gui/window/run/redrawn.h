#pragma once
// A trace on a drawing in place of its machine: the drawing has nodes of its own choice, and a link for each
// pair of them between which a message passes. The times stay those of the real machine.

#include <functional>
#include <utility>

#include "core/trace/trace.h"

namespace commlab {

inline constexpr int most_ranks_redrawn = 16;

// Whether every message goes from one rank to another, and there are few enough of both to be looked at.
bool can_be_redrawn(const Trace&);

using DrawnEnds = std::pair<NodeId, NodeId>;  // from and to
// A new link has the rate of the slowest link that the message passes on the machine. REQUIRES:
// can_be_redrawn(); `ends` names two of the nodes.
Trace redrawn(Trace, Topology nodes, const std::function<DrawnEnds(const Transfer&)>& ends);

}  // namespace commlab
