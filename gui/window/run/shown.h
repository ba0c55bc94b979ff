#pragma once
// What every picture of a run is drawn from.

#include "gui/window/draw/theme.h"
#include "gui/window/run/emphasis.h"
#include "gui/window/run/scene.h"
#include "gui/window/run/view.h"

namespace commlab {

struct Shown {
  const Scene& scene;
  const Scene* ghost;     // the run before the last change, to compare with; may be null
  const Scene* measured;  // the same experiment, really done; may be null
  const View& view;
  const Theme& theme;
  const Emphasis* emphasis = nullptr;  // what stands out on the machine; null: nothing
};

}  // namespace commlab
