#pragma once
// The tooltip of a topology's picture.

#include <string>
#include <vector>

#include "gui/window/topology/marks.h"

namespace commlab {

// "gpu0 -> gpu1: NVLink x4, 93.3 GB/s, 350 ns; 50 % in use by 2 messages", line by line.
std::vector<std::string> topology_hint(const TopologyIndex&, const TopologyMarks&, const Shown&,
                                       const Selection&);

}  // namespace commlab
