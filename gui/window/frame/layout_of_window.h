#pragma once
// The areas of the parts of a window of this size, for this content.

#include "gui/window/draw/theme.h"
#include "gui/window/frame/window_layout.h"
#include "gui/window/run/view.h"
#include "gui/window/run/window_content.h"
#include "gui/window/session/settings.h"

namespace commlab {

// `scenario_rows`: rows of the scenario bar; 0: the bar is hidden. A small window shows fewer panels; the
// topology is left out last. `calm_timeline`: the calm layout has a timeline.
WindowLayout layout_of_window(double width, double height, const Theme&, const Settings&, Arrange,
                              int scenario_rows, bool transport = true, int headline_lines = 1,
                              WindowContent = WindowContent::experiment, const LessonArrangement& = {},
                              bool calm_timeline = false);

}  // namespace commlab
