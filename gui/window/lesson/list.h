#pragma once
// The list of lessons, to choose one from.

#include "gui/window/session/session.h"

namespace commlab {

void open_lessons(Session&);

}  // namespace commlab
