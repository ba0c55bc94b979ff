#pragma once
// The layout of a script's panels: its text, lanes, tensors and outcome, and in some arrangements the
// machine.

#include <optional>

#include "gui/window/draw/theme.h"
#include "gui/window/frame/window_layout.h"
#include "gui/window/run/view.h"
#include "gui/window/run/window_content.h"

namespace commlab {

// Divides the area `rest`, as the lesson beside it asks.
void place_script(WindowLayout&, Area rest, const Theme&, Arrange, const LessonArrangement& = {});

// Before a prediction, the learner reads the script's text. The text gets the whole area except a strip for
// the lanes, or the part below the machine.
void place_script_at_rest(WindowLayout&, Area rest, const Theme&, std::optional<PanelKind> first);

}  // namespace commlab
