#pragma once
// The state of a run's pictures: the layouts of the machine, of the algorithm's own shape, and of its steps.

#include <optional>
#include <string>

#include "gui/window/run/run_index.h"
#include "gui/window/run/scene.h"
#include "gui/window/run/stage_contents.h"
#include "gui/window/run/view.h"
#include "gui/window/topology/layout.h"
#include "gui/window/topology/stages/layout.h"

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

// The run by the steps of its algorithm (run/staged_scene.h). It is made when it is shown for the first time.
class StagesState {
 public:
  // Empty if there is such a picture; else a sentence.
  const std::string& why_none(const ScenePointer&);
  // Computes a new layout only if something changed since the last frame. REQUIRES (here and below):
  // why_none() of the scene was asked last, and is empty.
  void update(Time now, const Area&, double letters, double line, double reserved);
  const ScenePointer& scene();
  const StageContents& contents() const { return *contents_; }  // REQUIRES (here and below): update().
  const TopologyIndex& index() const { return staged_->index->topology; }
  const StagedLayout& layout() const { return layout_; }

 private:
  ScenePointer machine_;
  std::string why_none_;
  ScenePointer staged_;  // null: not made yet
  std::optional<StageContents> contents_;
  StagedLayout layout_;
  int step_ = -1;  // of the layout
};

// All pictures of one run.
struct RunPictures {
  TopologyState machine{};
  AlgorithmState algorithm{};
  StagesState stages{};

  // Whether there is such a picture of the scene.
  bool offers(MachinePicture, const ScenePointer&);
};
// The picture after this one, in their order, that there is of the scene; the machine comes after the last.
MachinePicture next_picture(RunPictures&, const ScenePointer&, MachinePicture);

}  // namespace commlab
