#pragma once
// Puts an item that Dear ImGui itself placed, such as an item of a list, into the registry like any other
// widget.

#include <string>

#include "gui/window/imgui/dear_imgui.h"
#include "gui/window/imgui/ui.h"

namespace commlab {

// Notes the last item of this frame.
inline void note_item(Ui& ui, std::string id, std::string value) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ui.registry.note({.id = std::move(id),
                    .role = Role::button,
                    .value = std::move(value),
                    .area = {low.x, low.y, high.x - low.x, high.y - low.y}});
}

}  // namespace commlab
