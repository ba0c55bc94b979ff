#pragma once
// The sentence below the pictures.

#include <string>

#include "gui/window/session/session.h"

namespace commlab {

// Says what happens in the run now, or what the learner can do now.
std::string caption_of(const Session&);

}  // namespace commlab
