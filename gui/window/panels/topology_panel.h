#pragma once
// The topology in the window: hovered and clicked ranks, chunks, links and messages, and a link's menu.

#include "gui/window/panels/panel.h"

namespace commlab {

void topology_panel(Panel&);

}  // namespace commlab
