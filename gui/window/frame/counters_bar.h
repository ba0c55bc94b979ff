#pragma once
// A lesson's numbers above its pictures: side by side, each over its label.

#include <string>
#include <vector>

#include "gui/picture/canvas.h"
#include "gui/window/draw/theme.h"
#include "lessons/play/step_content.h"

namespace commlab {

double height_of_counters(const Theme&);
// As many as fit, from the left.
void draw_counters(Canvas&, const Area&, const std::vector<LabelledValue>&, const Theme&);

}  // namespace commlab
