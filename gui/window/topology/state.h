#pragma once
// The topology panel's state: its layout.

#include "gui/window/run/run_index.h"
#include "gui/window/run/scene.h"
#include "gui/window/topology/layout.h"

namespace commlab {

class TopologyState {
 public:
  // Computes a new layout only if scene, area or text size changed since the last frame.
  void update(const ScenePointer&, const Area&, double letters, double line);
  const TopologyIndex& index() const { return scene_->index->topology; }
  const TopologyLayout& layout() const { return layout_; }

 private:
  ScenePointer scene_;
  TopologyLayout layout_;
};

}  // namespace commlab
