#pragma once
// The sentence below the pictures.

#include <string>

#include "gui/window/session/session.h"

namespace commlab {

// What happens now, or what to do now.
std::string caption_of(const Session&);

}  // namespace commlab
