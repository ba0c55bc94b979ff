#pragma once
// The run that plays beside the session's own run, on the same clock.

#include <string>

#include "gui/window/run/scene.h"
#include "gui/window/run/view.h"
#include "gui/window/topology/state.h"

namespace commlab {

struct BesideState {
  ScenePointer scene{};    // null: one run plays alone
  std::string wish{};      // what was asked for: an algorithm, or a whole experiment
  RunPictures pictures{};  // of this run
  Selection selected{};    // its ranks and messages are not those of the other run
  Selection hovered{};
};

}  // namespace commlab
