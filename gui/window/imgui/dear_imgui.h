#pragma once
// Dear ImGui, from version 1.86 (Debian 12) on. Differences between its versions are handled here only.

#include <imgui.h>
#include <imgui_internal.h>

#include "gui/picture/canvas.h"

namespace commlab {

inline ImVec2 vec(PicturePoint p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }
inline ImU32 packed(Color c) { return IM_COL32(c.r, c.g, c.b, c.a); }
// Ends typing. A field that is being typed into ignores a new text, so call this before you set one.
inline void leave_field() { ImGui::ClearActiveID(); }
inline ImVec4 float_color(Color c) { return ImGui::ColorConvertU32ToFloat4(packed(c)); }

}  // namespace commlab
