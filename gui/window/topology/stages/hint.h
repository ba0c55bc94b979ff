#pragma once
// The tooltip of the diagram of steps: about a message, or about a rank's buffer after a step.

#include <string>
#include <vector>

#include "gui/window/run/stage_contents.h"
#include "gui/window/run/topology_index.h"
#include "gui/window/topology/stages/under_point.h"

namespace commlab {

// Lines of text: "rank 1, chunk 5", "after step 2: 3 of 8 contributions, from ranks 1..3".
std::vector<std::string> stages_hint(const StageContents&, const TopologyIndex&, const TopologyMarks&,
                                     const Shown&, const InStages&);

}  // namespace commlab
