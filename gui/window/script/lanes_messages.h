#pragma once
// What travelled between ranks: an arrow from the sender's lane of communication to the receiver's, from when
// it left to when it was there.

#include "gui/picture/canvas.h"
#include "gui/window/run/script_shown.h"
#include "gui/window/script/lanes_layout.h"

namespace commlab {

// What travelled, as arrows from lane to lane; none where there are too many to tell one from another.
void draw_messages(Canvas&, const LanesLayout&, const ScriptShown&);

}  // namespace commlab
