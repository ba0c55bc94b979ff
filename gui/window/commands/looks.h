#pragma once
// How the window looks, as its user chooses it: remembered in the settings.

#include <string>

#include "gui/window/session/session.h"

namespace commlab {

// The theme of this name and size of text; without effect where there is none.
void restyle(Session&, const std::string& theme, double scale);
void next_theme(Session&);
void enlarge(Session&, double factor);

void toggle_labels(Session&);
void toggle_motion(Session&);
// All bars; how to get them back is said for a while.
void toggle_bars(Session&);

}  // namespace commlab
