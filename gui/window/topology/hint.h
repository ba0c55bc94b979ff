#pragma once
// The tooltip of a topology's picture.

#include <string>
#include <vector>

#include "gui/window/topology/marks.h"

namespace commlab {

// Lines of text: "gpu0 -> gpu1", "4x nvlink, 93.32GB/s, 350ns", "2 messages share 93.32GB/s", "50 % in use".
std::vector<std::string> topology_hint(const TopologyIndex&, const TopologyMarks&, const Shown&,
                                       const Selection&);

}  // namespace commlab
