#pragma once
// The sentence below the pictures.

#include <string>

#include "gui/window/session/session.h"

namespace commlab {

// One sentence on what is shown now.
std::string caption_of(const Session&);

}  // namespace commlab
