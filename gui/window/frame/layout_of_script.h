#pragma once
// The layout of a script's panels: its text, lanes, tensors and outcome, and the machine where it is shown.

#include <optional>

#include "gui/window/draw/theme.h"
#include "gui/window/frame/window_layout.h"
#include "gui/window/run/view.h"
#include "gui/window/run/window_content.h"

namespace commlab {

// Divides the area `rest`. `first`: the panel that the lesson beside it wants to be largest. `presented`: a
// class looks at it.
void place_script(WindowLayout&, Area rest, const Theme&, Arrange, std::optional<PanelKind> first = {},
                  bool presented = false);

// Before a prediction you read the script's text: it gets the whole area but for a strip where the lanes will
// be, or the part below the machine.
void place_script_at_rest(WindowLayout&, Area rest, const Theme&, std::optional<PanelKind> first);

}  // namespace commlab
