#pragma once
// The timeline's panel: what the pointer does on it, and how TimelineMemory is kept up to date.
//
//   click or drag     goes to a time          shift + drag   measures a stretch (on the ruler: ctrl)
//   click on a bar    selects its transfer    ctrl + drag    moves along the axis
//   double click      zooms to the bar        wheel          zooms about the pointer; with shift, moves
//   click on a name   selects its rank or link

#include "gui/window/panels/panel.h"

namespace commlab {

void timeline_panel(Panel&);

}  // namespace commlab
