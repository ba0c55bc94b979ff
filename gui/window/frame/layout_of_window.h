#pragma once
// Where the parts of a window of this size are, for what there is to see in it.

#include "gui/window/draw/theme.h"
#include "gui/window/frame/window_layout.h"
#include "gui/window/run/view.h"
#include "gui/window/run/window_content.h"
#include "gui/window/session/settings.h"

namespace commlab {

// `scenario_rows`: rows of buttons; 0: hidden. A small window shows fewer panels; the topology is the last to
// go.
WindowLayout layout_of_window(double width, double height, const Theme&, const Settings&, Arrange,
                              int scenario_rows, bool transport = true, int headline_lines = 1,
                              WindowContent = WindowContent::experiment, const LessonArrangement& = {});

}  // namespace commlab
