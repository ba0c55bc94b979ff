#pragma once
// The diagram of an algorithm's steps at one moment: each rank's buffer as it was brought, and as it is after
// each step; all messages of the algorithm as faint lines, so that their shape is seen at once; and on these
// lines the messages that are under way. A buffer is empty until its rank is done with the step; what comes
// in this step is seen when it is there.

#include <optional>

#include "gui/window/run/stage_contents.h"
#include "gui/window/run/topology_index.h"
#include "gui/window/topology/marks.h"
#include "gui/window/topology/stages/layout.h"

namespace commlab {

// The step that is not over for all ranks at this time; nothing if all steps are over.
std::optional<int> present_step(const Scene&, Time);
// The messages, as on any topology; the lines that they fill are narrow, because many cross.
TopologyMarks marks_of_stages(const StagedLayout&, const TopologyIndex&, const Shown&);
// REQUIRES: all are of the staged scene that is shown.
void draw_stages(Canvas&, const StagedLayout&, const StageContents&, const TopologyIndex&,
                 const TopologyMarks&, const Shown&);

}  // namespace commlab
