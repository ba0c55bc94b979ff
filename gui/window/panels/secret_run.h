#pragma once
// What a panel says in the place of a picture of a run that nobody may see yet.

#include <string_view>

#include "gui/window/panels/panel.h"

namespace commlab {

// `what`: the picture to come, "who sends what, and when".
void draw_secret_run(Panel&, std::string_view what);

}  // namespace commlab
