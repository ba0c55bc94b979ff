#pragma once
// Scenes for tests: an experiment's line, done on the model of the machine it names.

#include <string_view>

#include "core/experiment/run.h"
#include "gui/window/run/scene.h"

namespace commlab {

// "all_reduce --machine switch:8,450GB/s,350ns --algorithm ring"; without choices: an algorithm is named, the
// protocol is the machine's first.
Run run_of(std::string_view line);  // with its trace
Outcome played(std::string_view line);
Scene scene_of(std::string_view line);
ScenePointer shared_scene_of(std::string_view line);

}  // namespace commlab
