#pragma once
// Finds the thing under a point of a topology's picture.

#include <optional>

#include "gui/window/topology/marks.h"

namespace commlab {

// A message, a GPU, a chunk of a GPU or a link; otherwise an empty selection.
Selection topology_at(const TopologyLayout&, const TopologyMarks&, const Shown&, PicturePoint);

// The chunk at this point of a rank's buffer that is drawn there; above the chunks, the rank.
Selection in_buffer(const TopologyLayout&, const Area& buffer, const Partition&, Rank, PicturePoint);

// The link under the point, even if a message covers it.
std::optional<LinkId> link_at(const TopologyLayout&, const TopologyMarks&, const Shown&, PicturePoint);

}  // namespace commlab
