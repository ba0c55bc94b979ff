#pragma once
// What the topology panel keeps from frame to frame: what it found for a scene, and where everything stands.

#include <optional>

#include "gui/window/topology_index.h"
#include "gui/window/topology_layout.h"

namespace commlab {

class TopologyState {
 public:
  // Looked up where scene, area and text are those of the last frame.
  void update(const ScenePointer&, const Area&, double letters, double line);
  const TopologyIndex& index() const { return *index_; }
  const TopologyLayout& layout() const { return layout_; }

 private:
  ScenePointer scene_;
  std::optional<TopologyIndex> index_;
  TopologyLayout layout_;
};

}  // namespace commlab
