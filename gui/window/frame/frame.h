#pragma once
// One frame of the window: keys become commands, panels and bars are drawn, and clicks take effect.

#include "gui/window/imgui/imgui_canvas.h"
#include "gui/window/imgui/input.h"
#include "gui/window/session/session.h"

namespace commlab {

// Call it between ImGui::NewFrame() and ImGui::Render().
void draw_frame(Session&, const Input&, const Fonts&, Textures&);

}  // namespace commlab
