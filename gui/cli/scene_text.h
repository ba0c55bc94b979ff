#pragma once
// What came of a lesson's scene: in a few lines, or all there is to say.

#include <string>

#include "lessons/player.h"

namespace commlab {

std::string scene_text(const PlayedScene&, bool whole = false);

}  // namespace commlab
