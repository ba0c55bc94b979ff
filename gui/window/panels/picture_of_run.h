#pragma once
// One picture of a run within a panel: its machine, the shape of its algorithm, or its stages; and what the
// pointer does on it.

#include "gui/window/panels/panel.h"
#include "gui/window/run/scene.h"
#include "gui/window/run/view.h"
#include "gui/window/topology/state.h"

namespace commlab {

struct PictureOfRun {
  const ScenePointer& scene;
  RunPictures& pictures;
  View view;            // with this run's own selection, and a time that is not after its end
  Selection& selected;  // kept until the next frame, as is `hovered`
  Selection& hovered;
  bool own = true;  // the session's run; false: the one beside it, whose links cannot be edited
};

PictureOfRun picture_of_run(Session&);
// REQUIRES: a run plays beside it.
PictureOfRun picture_of_run_beside(Session&);

// `reserved`: the width at the right end of the legend's line that is not the legend's. `noted`: the registry
// is told of ranks, which may be done by one of two pictures. REQUIRES: there is such a picture of the scene,
// and it is not `both`.
void draw_picture(Panel&, PictureOfRun&, MachinePicture, double reserved, bool noted);

}  // namespace commlab
