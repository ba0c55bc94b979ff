#pragma once
// The result of a lesson's scene.

#include <string>

#include "lessons/play/player.h"

namespace commlab {

// A script with a number before each line, since messages name the lines by their numbers.
std::string numbered_lines(const std::string& script);

// The result in a few lines; with `whole`, the full report of a script.
std::string scene_text(const PlayedScene&, bool whole = false);

}  // namespace commlab
