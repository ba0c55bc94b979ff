#pragma once
// Finds what is on the links at one moment.

#include "gui/window/run/shown.h"
#include "gui/window/run/topology_index.h"
#include "gui/window/topology/layout.h"
#include "gui/window/topology/marks.h"

namespace commlab {

TopologyMarks marks_of(const TopologyLayout&, const TopologyIndex&, const Shown&);

}  // namespace commlab
