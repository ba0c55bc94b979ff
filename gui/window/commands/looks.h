#pragma once
// Changes of the window's looks; the settings remember them.

#include <string>

#include "gui/window/session/session.h"

namespace commlab {

// Sets the theme and the size of text. An unknown theme has no effect.
void restyle(Session&, const std::string& theme, double scale);
void next_theme(Session&);
void enlarge(Session&, double factor);

void toggle_labels(Session&);
void toggle_motion(Session&);
// Shows or hides all bars. After hiding, a hint says for a while how to show them again.
void toggle_bars(Session&);

}  // namespace commlab
