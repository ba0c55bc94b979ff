#pragma once
// The result of a lesson's scene.

#include <string>

#include "lessons/play/player.h"

namespace commlab {

// A script with a number before each line, since messages name the lines by their numbers.
std::string numbered_lines(const std::string& script);

// The result in a few lines; with `whole`, the full report of a script. Does not name the busiest link while
// an open question asks for a link.
std::string scene_text(const PlayedScene&, bool whole = false);
// The line that names the busiest link; empty if the scene is no experiment, or used no link.
std::string busiest_text(const PlayedScene&);

}  // namespace commlab
