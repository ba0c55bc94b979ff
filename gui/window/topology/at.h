#pragma once
// What of a topology's picture is under a point.

#include <optional>

#include "gui/window/topology/marks.h"

namespace commlab {

// What is drawn there: a message, a GPU, a chunk of a GPU, a link; else an empty selection.
Selection topology_at(const TopologyLayout&, const TopologyMarks&, const Shown&, PicturePoint);

// The link that is there, be it under a message.
std::optional<LinkId> link_at(const TopologyLayout&, const TopologyMarks&, const Shown&, PicturePoint);

}  // namespace commlab
