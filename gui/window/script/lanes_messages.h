#pragma once
// Messages between ranks: an arrow from the sender's lane of communication to the receiver's, from the time a
// message left to the time it arrived.

#include "gui/picture/canvas.h"
#include "gui/window/run/script_shown.h"
#include "gui/window/script/lanes_layout.h"

namespace commlab {

// Draws no arrows if there are too many to tell apart.
void draw_messages(Canvas&, const LanesLayout&, const ScriptShown&);

}  // namespace commlab
