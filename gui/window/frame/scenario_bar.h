#pragma once
// The scenario bar is a form: collective, algorithm, machine, sizes. The form becomes an experiment when Run
// is pressed.

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "gui/window/imgui/ui.h"
#include "gui/window/session/session.h"

namespace commlab {

// How many rows the bar needs at this width.
int scenario_rows(const Canvas&, const Theme&, const Session&, double width);
void scenario_bar(Ui&, Session&, const Area&);
// For the calm layout: what is run in one line of words, and a button that shows the form.
void scenario_in_words(Ui&, Session&, const Area&);

}  // namespace commlab
