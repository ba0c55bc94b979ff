#pragma once
// Finds the thing under a point of the diagram of steps.

#include "gui/window/topology/marks.h"
#include "gui/window/topology/stages/layout.h"

namespace commlab {

struct InStages {
  Selection thing{};
  int column = -1;  // of the buffer under the point; -1: none is
  Area area{};      // of the thing
};
// A message, or a rank's buffer or chunk; otherwise nothing.
InStages stages_at(const StagedLayout&, const TopologyMarks&, const Partition&, PicturePoint);

}  // namespace commlab
