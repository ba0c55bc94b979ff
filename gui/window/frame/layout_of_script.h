#pragma once
// Where a script's panels are: its text, its lanes, what its tensors hold and its outcome, and where it is
// seen on a machine, this.

#include <optional>

#include "gui/window/draw/theme.h"
#include "gui/window/frame/window_layout.h"
#include "gui/window/run/view.h"
#include "gui/window/run/window_content.h"

namespace commlab {

// In the area `rest`. `first`: the panel that the lesson beside it wants to be largest; `presented`: to a
// class.
void place_script(WindowLayout&, Area rest, const Theme&, Arrange, std::optional<PanelKind> first = {},
                  bool presented = false);

// Its text, which is to be read before anything is predicted: all of it, and a strip where its lanes will be;
// or below the machine, where its messages will be.
void place_script_at_rest(WindowLayout&, Area rest, const Theme&, std::optional<PanelKind> first);

}  // namespace commlab
