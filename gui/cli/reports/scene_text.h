#pragma once
// What came of a lesson's scene: in a few lines, or all there is to say.

#include <string>

#include "lessons/play/player.h"

namespace commlab {

// A script's lines, each behind its number, by which messages name it.
std::string numbered_lines(const std::string& script);

std::string scene_text(const PlayedScene&, bool whole = false);

}  // namespace commlab
