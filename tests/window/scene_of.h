#pragma once
// Scenes for tests: an experiment given as a line, run on the model of its machine.

#include <string_view>

#include "core/experiment/run.h"
#include "gui/window/run/scene.h"

namespace commlab {

// For example "all_reduce --machine switch:8,450GB/s,350ns --algorithm ring". Nothing is chosen: the line
// must name an algorithm, and the protocol is the machine's first.
Run run_of(std::string_view line);  // with its trace
Outcome played(std::string_view line);
Scene scene_of(std::string_view line);
ScenePointer shared_scene_of(std::string_view line);

}  // namespace commlab
