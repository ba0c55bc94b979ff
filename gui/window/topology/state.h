#pragma once
// The topology panel's state: the layouts of the machine, and of the algorithm's own shape.

#include "gui/window/run/run_index.h"
#include "gui/window/run/scene.h"
#include "gui/window/topology/layout.h"

namespace commlab {

class TopologyState {
 public:
  // Computes a new layout only if scene, area or text size changed since the last frame.
  // `reserved`: the width at the right end of the legend's line that is not the legend's.
  void update(const ScenePointer&, const Area&, double letters, double line, double reserved = 0);
  const TopologyIndex& index() const { return scene_->index->topology; }
  const TopologyLayout& layout() const { return layout_; }

 private:
  ScenePointer scene_;
  TopologyLayout layout_;
};

// The run as its algorithm sees it (run/logical_scene.h). It is made when it is shown for the first time.
class AlgorithmState {
 public:
  bool has_picture_of(const ScenePointer&);
  // REQUIRES: has_picture_of() the scene was asked last, and is true.
  const ScenePointer& scene();

  TopologyState topology{};

 private:
  ScenePointer machine_;
  bool has_picture_ = false;
  ScenePointer logical_;  // null: not made yet
};

}  // namespace commlab
