#pragma once
// The data from which every picture of a run is drawn.

#include "gui/window/draw/theme.h"
#include "gui/window/run/emphasis.h"
#include "gui/window/run/scene.h"
#include "gui/window/run/view.h"

namespace commlab {

struct Shown {
  const Scene& scene;
  const Scene* ghost;     // the run before the last change, for comparison; may be null
  const Scene* measured;  // the same experiment on real hardware; may be null
  const View& view;
  const Theme& theme;
  const Emphasis* emphasis = nullptr;  // what is highlighted on the machine; null: nothing
};

}  // namespace commlab
